// Load parts of the page when they are first needed: modules and style sheets.

/** Error: a part of the page could not be fetched. */
export class MissingPartError extends Error {}

/**
 * Import a module; throw MissingPartError if it cannot be fetched, and rethrow errors of the module itself.
 * To tell the two apart, import twice: a module's own error is the same object again, but a failed fetch is a new
 * TypeError.
 * @template T @param {() => Promise<T>} load @returns {Promise<T>}
 */
export const importModule = (load) =>
  load().catch((cause) =>
    load().catch((error) => {
      throw error instanceof TypeError && error !== cause ? new MissingPartError(cause.message) : error
    }),
  )

/** Check whether the server answers; if it does not, a reload would leave an empty window. */
export const isServerUp = async () => (await fetch(location.href).catch(() => null))?.ok ?? false

/**
 * Create a cache of load promises by name. Failures are not cached, so the next call retries. Callers waiting for the
 * same name continue in call order.
 */
export function createLoader() {
  /** @type {Map<string, Promise<any>>} */
  const loading = new Map()
  return loadOnce

  /** @template T @param {string} name @param {() => Promise<T>} load @returns {Promise<T>} */
  function loadOnce(name, load) {
    const found = loading.get(name) ?? load()
    loading.set(name, found)
    found.catch(() => loading.delete(name))
    return found
  }
}

const loadOnce = createLoader()

/** Add a sheet of `style/lazy/` to the page. @param {string} name */
export const loadStyle = (name) => loadStyleSheet(`style/lazy/${name}.css`)

/**
 * Add a style sheet to the page. It never throws, because the page works without the sheet and the next call tries
 * again.
 * @param {string} address  below /web/
 */
export const loadStyleSheet = (address) => loadOnce(address, () => linkStyleSheet(address)).catch(() => undefined)

/** @param {string} address @returns {Promise<unknown>} */
function linkStyleSheet(address) {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `/web/${address}` })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new MissingPartError(address))
    }
  })
}
