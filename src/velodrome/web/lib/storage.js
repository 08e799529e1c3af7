// Settings in the browser's local storage; they are optional, so storage errors are ignored.

/** @param {string} name @param {any} fallback  returned if nothing is stored */
export function loadSetting(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`velodrome.${name}`) ?? 'null') ?? fallback
  } catch {
    return fallback
  }
}

/** @param {string} name @param {unknown} value */
export function saveSetting(name, value) {
  try {
    localStorage.setItem(`velodrome.${name}`, JSON.stringify(value))
  } catch {
    // private windows and full disks
  }
}

/** Save a setting that the server needs to send the right HTML. @param {string} name @param {string} value */
export function saveCookie(name, value) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context
  document.cookie = `velodrome-${name}=${value}; path=/; max-age=31536000; samesite=lax`
}
