// Synthesized sounds, and speech by the browser's voice. Loaded when either is turned on.

/** Tones: frequency in hertz and duration in seconds. @type {Record<string, [number, number][]>} */
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
const VOLUME = 0.12 // share of full volume
const FADE = 0.02 // seconds of fade-in: without it each tone clicks

/** @type {AudioContext | null} */
let audio = null

/** @param {string} tune */
export function play(tune) {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume() // browsers mute it until the first click or key
  let start = audio.currentTime
  for (const [frequency, seconds] of TUNES[tune] ?? []) start = playTone(audio, frequency, start, seconds)
}

/**
 * @param {AudioContext} context
 * @param {number} frequency
 * @param {number} start
 * @param {number} seconds
 * @returns {number} time of its end
 */
function playTone(context, frequency, start, seconds) {
  const [voice, volume] = [context.createOscillator(), context.createGain()]
  voice.type = 'triangle'
  voice.frequency.value = frequency
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(VOLUME, start + FADE)
  volume.gain.linearRampToValueAtTime(0, start + seconds)
  voice.connect(volume).connect(context.destination)
  voice.start(start)
  voice.stop(start + seconds)
  return start + seconds
}

/** Queue a sentence to be read out. @param {string} text @param {string} lang */
export function speak(text, lang) {
  if (!text || !('speechSynthesis' in window)) return
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { lang }))
}
