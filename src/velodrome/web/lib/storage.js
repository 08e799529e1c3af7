// What this browser remembers: nothing that matters, so a browser that refuses to remember is forgiven.

/** @param {string} name @param {unknown} fallback */
export function kept(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`velodrome.${name}`) ?? 'null') ?? fallback
  } catch {
    return fallback
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`velodrome.${name}`, JSON.stringify(value))
  } catch {
    // private windows and full disks
  }
}
