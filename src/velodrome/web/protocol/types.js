// Types of the messages, as in `server/protocol.py`, and the interface of a game's drawing. Types only, no code.

/** @typedef {import('../lib/i18n.js').Text} Text */
/** @typedef {{id: string, kind: string, [fact: string]: any}} Piece */
/**
 * @typedef {{id: string, kind: string, owner: number | null, size: number, pieces: Piece[],
 *   [fact: string]: any}} Zone
 */
/** @typedef {{text: string, picks: string[], preview?: Record<string, any>}} Choice  a legal move */
/**
 * @typedef {{ply: number, actor: number, text: string, told?: Text, outcomes?: Text[], undone?: number[]}} News
 * undone: plies of the moves that an "@undo 2" line took back
 */
/** @typedef {{name: string, bot: string, online: boolean, away: boolean}} Seat */

/**
 * @typedef {{mode?: 'none' | 'advisory' | 'enforced', per?: 'move' | 'game', seconds?: number, plus?: number}} Clock
 * defaults: mode none, per move, 60 seconds
 */
/** @typedef {{hints?: boolean, back?: boolean, redraw?: boolean, talk?: boolean, clock?: Clock,
 *   late?: 'move' | 'seat' | 'forfeit'}} Terms  what a table allows; a missing flag is true, but redraw is false;
 *   late: what happens when time runs out, by default a bot makes the "move" */
/** @typedef {{who: string, name: string, seat: number}} JoinRequest  a visitor who asks the host for a seat */
/** @typedef {{is: 'room', room: string, game: string, options: Record<string, any>, terms: Terms, phase: 'lobby' |
 *   'playing' | 'over',
 *   open: boolean, seats: Seat[], me: number | null, mine: number[], host: boolean, spectators: number, invite: string,
 * rematch: string, opener: number | null, forfeits: number[], asks: number | null, agreed: number[],
 *   joining: '' | 'sit' | 'ask' | 'wait' | 'no', name: string, joins: JoinRequest[],
 *   changed: string[]}} Room
 *   forfeits: seats that lost on time; joining: how the viewer can get a free seat; name: the viewer's;
 *   joins: sent to the host only; changed: options whose values are not the defaults */
/** @typedef {{is: 'table', ply: number, actor: number, stage: number, prompt: Text, seats: Record<string, any>[],
 *   zones: Zone[], more: Record<string, any>, moves: Choice[], scores: number[], ranking: number[],
 *   sheet: number[][], news: News[], pieces?: Piece[]}} Table */
/**
 * @typedef {Omit<Zone, 'pieces'> & {pieces: (Piece | string)[]}} WireZone  constant pieces are sent by id only
 */
/** @typedef {Omit<Table, 'zones'> & {zones: (WireZone | string)[]}} WireTable  unchanged zones are sent by id
 *   only; `pieces` are the constant pieces, sent once on connecting */
/** @typedef {{is: 'refused', ply: number, why: Text, of: string}} Refused */
/**
 * @typedef {{n: number, ply: number, seat: number, who: string, name: string, at: number, text?: string,
 *   reaction?: string}} Word
 */
/**
 * @typedef {{is: 'said', words: Word[], past?: boolean, me?: string}} Said  me: the receiver's own Word.who
 */
/** @typedef {{text: string, picks: string[], chance: number, why: Text[], told?: Text}} Advice */
/**
 * @typedef {{is: 'hints', ply: number, moves: Advice[]}} Hints  the best moves; the first is what search would play
 */
/** @typedef {{is: 'hinted', ply: number, seat: number}} Hinted  a seat was given a hint */
/** @typedef {{is: 'late', ply: number, seat: number}} Late  a seat ran out of time and a bot moved for it */
/** @typedef {{is: 'ahead', ply: number, moves: Choice[]}} Offered  moves that can be premoved */
/** @typedef {{text: string, told?: Text}} Planned  a premove */
/** @typedef {{is: 'prepared', moves: Planned[]}} Prepared  all premoves */
/**
 * @typedef {{is: 'dropped', ply: number, move: Planned, why: Text, of: string}} Dropped  premoves were dropped, from
 * `move` on
 */
/**
 * @typedef {{is: 'times', ply: number, running: number, left: number[]}} Times  seconds left of each seat
 */
/** @typedef {{is: 'pong'}} Pong */
/** @typedef {{game: string, options: Record<string, any>, seats: Seat[], me: number | null, over: boolean,
 *   forfeits: number[], eyes: string[], looking: string,
 *   plies: number, rounds: number[][], news: News[], pieces: Piece[], may_go_on: boolean}} Past  a game to replay */
/**
 * @typedef {Room | WireTable | Hints | Hinted | Late | Offered | Prepared | Dropped | Times | Said | Refused |
 *   Pong} Answer
 */
/**
 * @typedef {{said: string, rules: string[], point: string[], ask: string, other: string,
 *   table: WireTable}} LessonStep
 */
/** @typedef {{room: Room, steps: LessonStep[]}} Lesson  a guided first game */
/** @typedef {{name: string, rule: string, said: string, room: Room, table: WireTable, point: string[],
 *   show: ('seats' | 'board' | 'own')[]}} Example  a picture in the rulebook */

/** @typedef {{do: 'play', ply: number, moves: string[]} | {do: 'why', ply: number, picks: string[]} |
 *   {do: 'hint', ply: number} | {do: 'ahead'} | {do: 'prepare', ply: number, moves: string[]} |
 *   {do: 'sit', seat: number} | {do: 'join', seat: number | null} | {do: 'admit', who: string, yes: boolean} |
 *   {do: 'leave'} | {do: 'hire', seat: number, bot: string} |
 *   {do: 'start', bot: string} |
 *   {do: 'name', name: string, seat?: number} | {do: 'look', seat: number | null} | {do: 'rematch'} |
 *   {do: 'back', ply: number, seat?: number} | {do: 'agree', ply: number, yes: boolean} | {do: 'say', text: string}
 *   | {do: 'react', reaction: string} |
 *   {do: 'hush', talk: boolean} | {do: 'ping'}} Request */

// ---------------------------------------------------------------- drawing

/** Input of a drawing: what the viewer sees, and what is selected.
 * @typedef {object} View
 * @property {string} game
 * @property {Table} table        as the viewer sees it
 * @property {string[]} names     of the seats, with "You" for the viewer
 * @property {string[]} spoken    the same for the middle of a sentence ("you")
 * @property {number | null} me   the viewer's seat; null for a spectator
 * @property {Choice[]} moves     legal for the viewer; empty while others decide
 * @property {Choice[]} left      moves that include everything selected
 * @property {Set<string>} selected  picks; numbers as "bid:7"
 * @property {Set<string>} lit    ids of the pieces that some move of `left` uses
 * @property {Choice | null} ready   the move that the Play button would play
 * @property {News[]} heard     all moves so far that were not taken back
 * @property {Map<number, News>} last  each seat's last move
 * @property {string} lang
 * @property {(text: Text, own?: boolean) => string} say   translate a text of this game
 * @property {(key: string, args?: Record<string, unknown>) => string} word  translate a text of the page or,
 *   if it has none, of the game
 * @property {Record<string, string>} taste  display settings of this game, stored in the browser: {"sort": "colour"}
 *   is set by a button with data-do="taste" data-arg="sort=colour"
 * @property {boolean} ahead    `moves` are those that can be premoved while others decide
 * @property {string[]} prepared  texts of the viewer's premoves
 * @property {boolean} [past]  the table is part of a replay: nothing can be played
 * @property {Record<string, any>} memory  state of the drawing while the page is open
 */

/** Quick reactions of bots, by the key of a public outcome: of the seat that it names (own), or of another bot.
 * @typedef {Record<string, {own?: string, others?: string}>} BotReactions */

/** Services of the table for a drawing's actions.
 * @typedef {object} Desk
 * @property {View} view
 * @property {() => void} redraw
 * @property {(moves: string[], sure?: boolean) => boolean} play  send moves of the viewer's seat, in order;
 *   `sure` skips the confirmation; return whether they were sent
 * @property {(moves: string[]) => void} prepare  set the premoves of the viewer's seat; [] for none
 * @property {AbortSignal} signal  aborted when the table is left: for the drawing's event listeners
 */

/** A game's drawing: functions from a View to markup. They know no rules.
 * @typedef {object} Drawing
 * @property {(view: View) => import('../lib/dom.js').Html} board   the middle of the table
 * @property {(view: View) => import('../lib/dom.js').Html} own     the viewer's own area, such as the hand
 * @property {(view: View, seat: number) => import('../lib/dom.js').Html} plate  a seat's public counters, beside
 *   its name
 * @property {(view: View, word: string, argument?: string, text?: Text) => import('../lib/dom.js').Html | null} chip
 *   small picture for a piece in a sentence: "red2"; `argument` names what a number stands for, in an outcome `text`
 * @property {(view: View, news: News) => import('../lib/dom.js').Html} [aside]  addition to a sentence of the
 *   log, such as the card that was turned up
 * @property {(view: View, piece: Piece) => import('../lib/dom.js').Html | null} [button]  face of a control; null for
 *   its name
 * @property {(view: View) => string | null} [asks]  text in place of the prompt; null for the prompt
 * @property {(view: View) => boolean} [prepares]  whether the page shows its premove panel; true by default
 * @property {(view: View) => import('../lib/dom.js').Html} [controls]  replaces the default controls (buttons and
 *   numbers)
 * @property {(view: View) => string} [verb]  label of the Play button: "Steal", "Bid"
 * @property {(view: View) => import('../lib/dom.js').Html} [promise]  preview of the selection beside Play: its
 *   value, the energy that a bid leaves
 * @property {(view: View) => import('../lib/dom.js').Html} [result]  addition to the result when the game is over
 * @property {(view: View, seat: number) => import('../lib/dom.js').Html} [hero]  picture of a seat on the podium, an
 *   <svg>; by default its face
 * @property {Record<string, (arg: string, element: HTMLElement, desk: Desk, event: Event) => void>} [actions]  for
 *   the drawing's own data-do, data-change and data-input
 * @property {(root: HTMLElement, desk: Desk) => void} [afterPaint]  called after each paint, for what templates
 *   cannot do, such as dragging
 * @property {(view: View) => number} [duration]  ms that the animation of the last move takes at normal speed; the next
 *   table waits for it
 * @property {(view: View) => string} [title]   progress of the game: "Round 2 of 5"
 * @property {() => import('../lib/dom.js').Html} cover   poster of the game; the home page shows its stored copy,
 *   `cover.svg`
 * @property {(view: View, seat: number) => import('../lib/dom.js').Html} face  round emblem of a seat: colour and
 *   letter or pattern
 */

/** Sounds of a game: the name of a sound in `lib/sounds.js`, by the key of a text in the log.
 * @typedef {Record<string, string>} GameSounds */

export {}
