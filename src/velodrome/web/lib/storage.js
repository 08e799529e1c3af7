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
