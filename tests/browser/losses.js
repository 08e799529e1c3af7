// Find what large text breaks in a page: words that are cut or outside the window, overlapping buttons, a panel that
// covers everything.
;() => {
  const WORDS = 'main :is(button, p, h1, h2, h3, label, a, b, small, summary, select), header button'
  const lost = []
  const wide = document.documentElement.clientWidth
  const said = (one) => `${one.className} «${one.textContent.trim().slice(0, 40)}»`
  const shown = (one) =>
    one.checkVisibility() &&
    getComputedStyle(one).clipPath !== 'inset(50%)' &&
    !one.closest('.hidden, svg, [aria-hidden=true], .log-lines')

  // whether an element, or one around it, can be scrolled sideways
  const rolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || rolls(one.parentElement))

  for (const one of [...document.querySelectorAll(WORDS)].filter((one) => shown(one) && one.textContent.trim())) {
    const { overflowX, textOverflow } = getComputedStyle(one)
    const { left, right, width } = one.getBoundingClientRect()
    if (overflowX !== 'visible' && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 2)
      lost.push(`cut: ${said(one)}`)
    if (width && !rolls(one) && (right > wide + 2 || left < -2)) lost.push(`outside: ${said(one)}`)
  }

  const buttons = [...document.querySelectorAll('.mine .press, .bar .press, .home .press')].filter(shown)
  const common = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from])
  buttons.forEach((one, i) => {
    for (const other of buttons.slice(i + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      if (common(a, b, 'left', 'right') > 2 && common(a, b, 'top', 'bottom') > 2)
        lost.push(`overlap: ${said(one)} ${said(other)}`)
    }
  })

  const wider = document.documentElement.scrollWidth - wide
  if (wider > 1) lost.push(`sideways by ${wider}`)
  const mine = document.querySelector('.mine')
  const isBelow = mine && mine.offsetWidth > innerWidth * 0.75 // on a low screen the panel is beside the board
  if (isBelow && getComputedStyle(mine).position === 'sticky' && mine.offsetHeight > innerHeight * 0.75)
    lost.push(`a panel of ${mine.offsetHeight} over ${innerHeight}`)
  return lost
}
