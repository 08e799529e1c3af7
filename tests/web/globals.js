// Fakes of browser globals, for tests that run in Node.

/** @typedef {import('node:test').TestContext} TestContext */

/** Set a global for the duration of a test. @param {TestContext} t @param {string} name @param {unknown} value */
export function setGlobal(t, name, value) {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  t.after(() => {
    if (before) Object.defineProperty(globalThis, name, before)
    else Reflect.deleteProperty(globalThis, name)
  })
}

/**
 * Fake `fetch`: answer the given paths; other requests fail like a lost connection. Return the list of calls.
 * @param {TestContext} t
 * @param {Record<string, {status?: number, body: unknown}>} answers
 */
export function fakeFetch(t, answers) {
  /** @type {{path: string, options: any}[]} */
  const calls = []
  setGlobal(t, 'fetch', async (/** @type {string} */ path, /** @type {any} */ options) => {
    calls.push({ path, options })
    if (!(path in answers)) throw new TypeError('network')
    const { status = 200, body } = answers[path]
    const json = async () => (typeof body === 'string' ? JSON.parse(body) : body)
    return { ok: status < 400, status, json }
  })
  return calls
}

/** Fake `localStorage`; return its content. @param {TestContext} t @param {Record<string, string>} [stored] */
export function fakeStorage(t, stored = {}) {
  setGlobal(t, 'localStorage', {
    getItem: (/** @type {string} */ key) => stored[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      stored[key] = value
    },
  })
  return stored
}
