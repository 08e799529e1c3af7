// Styles of what is not needed at first: fetched when it is.

/** See to it that a sheet of `style/later` is on the page. @param {string} name */
export function dressed(name) {
  const id = `style-${name}`
  if (document.getElementById(id)) return
  const link = Object.assign(document.createElement('link'), { id, rel: 'stylesheet', href: `/web/style/later/${name}.css` })
  document.head.append(link)
}
