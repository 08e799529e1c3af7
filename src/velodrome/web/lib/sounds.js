// Sounds made in code, and sentences read out by the browser's own voice. Fetched by whoever asks for either.

/** Tones: how high in hertz, and for how many seconds. @type {Record<string, [number, number][]>} */
const TUNES = {
  turn: [
    [587, 0.11],
    [880, 0.2],
  ],
  move: [[392, 0.07]],
  over: [
    [523, 0.13],
    [659, 0.13],
    [784, 0.13],
    [1047, 0.35],
  ],
  refused: [[165, 0.18]],
}
const LOUD = 0.12 // of what the device can do
const FADE = 0.02 // seconds that a tone takes to rise: without it, it clicks

/** @type {AudioContext | null} */
let stage = null

/** @param {string} tune */
export function play(tune) {
  if (typeof AudioContext === 'undefined') return
  stage ??= new AudioContext()
  void stage.resume() // a browser keeps it silent until a first click or key
  let start = stage.currentTime
  for (const [high, long] of TUNES[tune] ?? []) start = tone(stage, high, start, long)
}

/**
 * @param {AudioContext} on
 * @param {number} high
 * @param {number} start
 * @param {number} long
 * @returns {number} when it ends
 */
function tone(on, high, start, long) {
  const [voice, loud] = [on.createOscillator(), on.createGain()]
  voice.type = 'triangle'
  voice.frequency.value = high
  loud.gain.setValueAtTime(0, start)
  loud.gain.linearRampToValueAtTime(LOUD, start + FADE)
  loud.gain.linearRampToValueAtTime(0, start + long)
  voice.connect(loud).connect(on.destination)
  voice.start(start)
  voice.stop(start + long)
  return start + long
}

/** Read a sentence out, after those before it. @param {string} said @param {string} lang */
export function speak(said, lang) {
  if (!said || !('speechSynthesis' in window)) return
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(said), { lang }))
}
