// Synthesized sounds, and speech by the browser's voice. Loaded after the first click.

/** One layer of a sound, in seconds and hertz. `sweep`: the frequency at its end; `at`: when it starts.
 * @typedef {{at?: number, hertz: number, sweep?: number, seconds: number, volume: number, shape?: OscillatorType}} Tone
 * @typedef {{at?: number, hertz: number, sweep?: number, seconds: number, volume: number, width?: number}} Noise
 * @typedef {{tones?: Tone[], noises?: Noise[]}} Sound */

const MASTER_VOLUME = 0.25 // share of full volume: quiet enough to be on by default
const FADE_IN = 0.004 // seconds; without it each layer clicks
const SILENCE = 0.0001 // an exponential ramp cannot reach 0
const GAP = 0.09 // seconds between two sounds of the same move

/** Melody of a few notes. @param {[number, number][]} notes  hertz and seconds @returns {Tone[]} */
function melody(notes) {
  let at = 0
  return notes.map(([hertz, seconds]) => {
    const tone = { at, hertz, seconds: seconds * 1.6, volume: 0.45, shape: /** @type {OscillatorType} */ ('triangle') }
    at += seconds
    return tone
  })
}

/** A small bell: partials of struck metal. @param {number} at @param {number} hertz @returns {Tone[]} */
const ring = (at, hertz) =>
  [1, 2.01, 2.76, 5.4].map((partial, i) => ({
    at,
    hertz: hertz * partial,
    seconds: 1.1 / (1 + i * 0.7),
    volume: 0.32 / (1 + i),
    shape: 'sine',
  }))

/**
 * A short tap, for dice and ratchets.
 * @param {number} at @param {number} hertz @param {number} volume @returns {Noise}
 */
const tap = (at, hertz, volume) => ({ at, hertz, seconds: 0.035, volume, width: 4 })

/** A card that slides and lands. @param {number} at @returns {Noise[]} */
const slide = (at) => [
  { at, hertz: 1800, sweep: 4200, seconds: 0.09, volume: 0.35, width: 0.8 },
  { at: at + 0.08, hertz: 700, seconds: 0.05, volume: 0.6, width: 1.2 },
]

/** All sounds by name. @type {Record<string, Sound>} */
export const SOUNDS = {
  turn: {
    tones: melody([
      [587, 0.11],
      [880, 0.2],
    ]),
  },
  move: { tones: [{ hertz: 392, seconds: 0.09, volume: 0.3, shape: 'triangle' }] },
  over: {
    tones: melody([
      [523, 0.13],
      [659, 0.13],
      [784, 0.13],
      [1047, 0.35],
    ]),
  },
  fanfare: {
    tones: melody([
      [659, 0.09],
      [659, 0.09],
      [988, 0.3],
    ]),
  },
  refused: { tones: [{ hertz: 185, sweep: 150, seconds: 0.18, volume: 0.5, shape: 'triangle' }] },
  card: { noises: slide(0) },
  cards: { noises: [...slide(0), ...slide(0.1), ...slide(0.2)] },
  steal: {
    noises: [
      { hertz: 500, sweep: 3800, seconds: 0.28, volume: 0.5, width: 1.5 },
      { at: 0.27, hertz: 900, seconds: 0.05, volume: 0.7, width: 1.2 },
    ],
  },
  dice: {
    noises: [0, 0.07, 0.13, 0.21, 0.32, 0.46].map((at, i) => tap(at, 2600 - 260 * i + 500 * (i % 2), 1.1 - 0.12 * i)),
  },
  ride: { noises: [0, 0.05, 0.1, 0.15, 0.2, 0.26, 0.33, 0.42].map((at, i) => tap(at, 3600, 0.5 - 0.05 * i)) },
  chime: { tones: ring(0, 1180) },
  bell: { tones: [0, 0.13, 0.26, 0.39].flatMap((at) => ring(at, 1180)) }, // only for the last lap of a race
  cheer: { noises: [{ hertz: 900, sweep: 1600, seconds: 0.7, volume: 0.35, width: 0.6 }], tones: ring(0.05, 880) },
  can: {
    tones: [...ring(0, 2100).slice(0, 2), ...ring(0.1, 2500).slice(0, 2)].map((tone) => ({ ...tone, seconds: 0.16 })),
  },
  brake: { tones: [{ hertz: 1500, sweep: 700, seconds: 0.22, volume: 0.14, shape: 'sawtooth' }] },
  cloth: { noises: [{ hertz: 900, sweep: 1500, seconds: 0.14, volume: 0.35, width: 0.7 }] },
  rip: {
    noises: Array.from({ length: 11 }, (_, i) => ({
      at: i * 0.028,
      hertz: 1500 + i * 330,
      seconds: 0.036,
      volume: 0.65 + 0.04 * i,
      width: 1.1,
    })),
  },
}

/** @type {AudioContext | null} */
let audio = null
/** @type {GainNode | null} */
let master = null
/** @type {AudioBuffer | null} */
let hiss = null

/** Create the audio context. Call it after a click or key only: browsers refuse sounds before. */
export function wake() {
  if (audio || typeof AudioContext === 'undefined') return
  const context = new AudioContext()
  audio = context
  master = context.createGain()
  master.gain.value = MASTER_VOLUME
  master.connect(context.destination)
  hiss = makeHiss(context)
  // Safari suspends it again, for example after a call
  addEventListener('pointerup', () => context.state !== 'running' && void context.resume())
}

/** Return a second of white noise. @param {AudioContext} context */
function makeHiss(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return buffer
}

/** Play sounds one shortly after the other; nothing before `wake`. @param {...string} names */
export function play(...names) {
  if (!audio) return
  void audio.resume()
  names.forEach((name, i) => void playSound(/** @type {AudioContext} */ (audio), SOUNDS[name] ?? {}, i * GAP))
}

/** @param {AudioContext} context @param {Sound} sound @param {number} delay */
function playSound(context, { tones = [], noises = [] }, delay) {
  const start = context.currentTime + delay
  for (const tone of tones) playTone(context, tone, start + (tone.at ?? 0))
  for (const noise of noises) playNoise(context, noise, start + (noise.at ?? 0))
}

/** @param {AudioContext} context @param {Tone} tone @param {number} start */
function playTone(context, tone, start) {
  const voice = context.createOscillator()
  voice.type = tone.shape ?? 'sine'
  glide(voice.frequency, tone, start)
  connect(context, voice, tone, start)
}

/** @param {AudioContext} context @param {Noise} noise @param {number} start */
function playNoise(context, noise, start) {
  const [voice, filter] = [context.createBufferSource(), context.createBiquadFilter()]
  voice.buffer = hiss
  voice.loop = true
  filter.type = 'bandpass'
  filter.Q.value = noise.width ?? 1
  glide(filter.frequency, noise, start)
  voice.connect(filter)
  connect(context, voice, noise, start, filter)
}

/** @param {AudioParam} frequency @param {Tone | Noise} layer @param {number} start */
function glide(frequency, { hertz, sweep, seconds }, start) {
  frequency.setValueAtTime(hertz, start)
  if (sweep) frequency.exponentialRampToValueAtTime(sweep, start + seconds)
}

/**
 * Fade a layer in and out, and send it to the speakers.
 * @param {AudioContext} context @param {AudioScheduledSourceNode} voice
 * @param {{seconds: number, volume: number}} layer @param {number} start @param {AudioNode} [last]  of its chain
 */
function connect(context, voice, { seconds, volume }, start, last = voice) {
  const fader = context.createGain()
  fader.gain.setValueAtTime(SILENCE, start)
  fader.gain.linearRampToValueAtTime(volume, start + FADE_IN)
  fader.gain.exponentialRampToValueAtTime(SILENCE, start + seconds)
  last.connect(fader).connect(/** @type {GainNode} */ (master))
  voice.start(start)
  voice.stop(start + seconds)
}

/** Queue a sentence to be read out. @param {string} text @param {string} lang */
export function speak(text, lang) {
  if (!text || !('speechSynthesis' in window)) return
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { lang }))
}
