// What goes over the wire, as `server/protocol.py` states it, and what a game's drawing gets and gives.
// Types alone: nothing here runs.

/** @typedef {import('../lib/i18n.js').Text} Text */
/** @typedef {{id: string, kind: string, [fact: string]: any}} Piece */
/**
 * @typedef {{id: string, kind: string, owner: number | null, size: number, pieces: Piece[],
 *   [fact: string]: any}} Zone
 */
/** @typedef {{text: string, picks: string[], preview?: Record<string, any>}} Choice  a move that is open */
/**
 * @typedef {{ply: number, actor: number, text: string, told?: Text, outcomes?: Text[], undone?: number[]}} News
 * undone: plies of the moves that an "@undo 2" line took back
 */
/** @typedef {{name: string, bot: string, online: boolean, away: boolean}} Seat */

/**
 * @typedef {{mode?: 'none' | 'advisory' | 'enforced', per?: 'move' | 'game', seconds?: number, plus?: number}} Clock
 * none, by the move and 60 where it is not said
 */
/** @typedef {{hints?: boolean, back?: boolean, talk?: boolean, clock?: Clock, late?: 'move' | 'seat' |
 *   'forfeit'}} Terms  what a table
 *   allows; a missing flag is true; on time a bot makes the "move" if nothing else is said */
/** @typedef {{is: 'room', room: string, game: string, options: Record<string, any>, terms: Terms, phase: 'lobby' |
 *   'playing' | 'over',
 *   open: boolean, seats: Seat[], me: number | null, mine: number[], host: boolean, spectators: number, invite: string,
 * rematch: string, opener: number | null, forfeits: number[], asks: number | null, agreed: number[]}} Room
 *   forfeits: seats that lost on time */
/** @typedef {{is: 'table', ply: number, actor: number, stage: number, prompt: Text, seats: Record<string, any>[],
 *   zones: Zone[], more: Record<string, any>, moves: Choice[], scores: number[], ranking: number[],
 *   sheet: number[][], news: News[], pieces?: Piece[]}} Table */
/**
 * @typedef {Omit<Zone, 'pieces'> & {pieces: (Piece | string)[]}} WireZone  a piece that never changes comes as its id
 * alone
 */
/** @typedef {Omit<Table, 'zones'> & {zones: (WireZone | string)[]}} WireTable  a zone that is as it was, too;
 *   pieces that never change come once, on arrival */
/** @typedef {{is: 'refused', ply: number, why: Text, of: string}} Refused */
/**
 * @typedef {{n: number, ply: number, seat: number, who: string, name: string, at: number, text?: string,
 *   reaction?: string}} Word
 */
/**
 * @typedef {{is: 'said', words: Word[], past?: boolean, me?: string}} Said  me: the receiver's own Word.who, where it
 * matters
 */
/** @typedef {{text: string, picks: string[], chance: number, why: Text[], told?: Text}} Advice */
/**
 * @typedef {{is: 'hints', ply: number, moves: Advice[]}} Hints  the best moves, first the one that search would play
 */
/** @typedef {{is: 'hinted', ply: number, seat: number}} Hinted  somebody was given a hint */
/** @typedef {{is: 'ahead', ply: number, moves: Choice[]}} Offered  what could be prepared */
/** @typedef {{text: string, told?: Text}} Planned  a move that waits */
/** @typedef {{is: 'prepared', moves: Planned[]}} Prepared  all that waits */
/**
 * @typedef {{is: 'dropped', ply: number, move: Planned, why: Text, of: string}} Dropped  what waited is dropped, from
 * this move on
 */
/**
 * @typedef {{is: 'times', ply: number, running: number, left: number[]}} Times  seconds that each seat may still think
 */
/** @typedef {{is: 'pong'}} Pong */
/** @typedef {{game: string, options: Record<string, any>, seats: Seat[], me: number | null, over: boolean,
 *   forfeits: number[], eyes: string[], looking: string,
 *   plies: number, stages: number[][], news: News[], pieces: Piece[], may_go_on: boolean}} Past  over plain HTTP */
/**
 * @typedef {Room | WireTable | Hints | Hinted | Offered | Prepared | Dropped | Times | Said | Refused | Pong} Answer
 */
/**
 * @typedef {{said: string, rules: string[], point: string[], ask: string, other: string,
 *   table: WireTable}} LessonStep
 */
/** @typedef {{room: Room, steps: LessonStep[]}} Lesson  a guided first game */

/** @typedef {{do: 'play', ply: number, moves: string[]} | {do: 'why', ply: number, picks: string[]} |
 *   {do: 'hint', ply: number} | {do: 'ahead'} | {do: 'prepare', ply: number, moves: string[]} |
 *   {do: 'sit', seat: number} | {do: 'leave'} | {do: 'hire', seat: number, bot: string} |
 *   {do: 'start', bot: string} |
 *   {do: 'name', name: string, seat?: number} | {do: 'look', seat: number | null} | {do: 'rematch'} |
 *   {do: 'back', ply: number, seat?: number} | {do: 'agree', ply: number, yes: boolean} | {do: 'say', text: string}
 *   | {do: 'react', reaction: string} |
 *   {do: 'hush', talk: boolean} | {do: 'ping'}} Request */

// ---------------------------------------------------------------- drawing

/** All that a drawing may know: what the viewer sees, and what is selected.
 * @typedef {object} View
 * @property {string} game
 * @property {Table} table        as the viewer sees it
 * @property {string[]} names     of the seats, as the viewer reads them ("You" for their own)
 * @property {string[]} spoken    the same in the middle of a sentence ("you")
 * @property {number | null} me   the viewer's seat; null for a spectator
 * @property {Choice[]} moves     open to the viewer; empty while others decide
 * @property {Choice[]} left      those of them that hold all that is selected
 * @property {Set<string>} selected  picks, numbers as "bid:7"
 * @property {Set<string>} lit    ids that some move of `left` still wants
 * @property {Choice | null} ready   the move that would be played now
 * @property {News[]} heard     all that was told so far and was not taken back
 * @property {Map<number, News>} last  each seat's last move that was told
 * @property {string} lang
 * @property {(text: Text, own?: boolean) => string} say   a sentence of this game
 * @property {(key: string, args?: Record<string, unknown>) => string} word  a sentence of the page or, if it has
 *   none, the game
 * @property {Record<string, string>} taste  what the viewer set for this game's screens, kept by the browser:
 *   {"sort": "colour"};
 *   a button with data-do="taste" data-arg="sort=colour" sets it
 * @property {boolean} ahead    `moves` are those that can be prepared while others decide
 * @property {string[]} prepared  texts of the viewer's moves that wait at the server
 * @property {boolean} [past]  the table is one of the past: it is looked at, and nothing can be done
 * @property {Record<string, any>} memory  what a drawing keeps of this table while the page is open
 */

/** What a drawing's own actions may do.
 * @typedef {object} Desk
 * @property {View} view
 * @property {() => void} redraw
 * @property {(moves: string[], sure?: boolean) => boolean} play  send moves of the own seat, one after the other,
 *   asked about once more
 *   where the viewer wants that unless they are sure; whether they are on their way
 * @property {(moves: string[]) => void} prepare  set what the own seat plays as soon as its turn comes; [] for nothing
 * @property {AbortSignal} signal  ends when the table is left: for whatever a drawing listens to
 */

/** How a game looks. Every function is given a View and gives markup; none knows a rule.
 * @typedef {object} Drawing
 * @property {(view: View) => import('../lib/dom.js').Html} board   the middle of the table
 * @property {(view: View) => import('../lib/dom.js').Html} own     what lies before the viewer: the hand, within
 *   reach of a thumb
 * @property {(view: View, seat: number) => import('../lib/dom.js').Html} plate  a seat's public counters, beside
 *   its name
 * @property {(view: View, word: string, argument?: string) => import('../lib/dom.js').Html | null} chip  a small
 *   picture of a piece in a sentence: "red2"; a number is told by what it is said as
 * @property {(view: View, news: News) => import('../lib/dom.js').Html} [aside]  what it adds to a sentence of the
 *   log: the card that was turned up
 * @property {(view: View, piece: Piece) => import('../lib/dom.js').Html | null} [button]  what stands on a control;
 *   null for its name
 * @property {(view: View) => string | null} [asks]  what is asked, where the page does it in another way than the
 *   prompt says; null for the prompt
 * @property {(view: View) => boolean} [prepares]  whether moves are prepared as the page does it while others
 *   decide; usually they are
 * @property {(view: View) => import('../lib/dom.js').Html} [controls]  in place of the ordinary controls (buttons
 *   and numbers)
 * @property {(view: View) => import('../lib/dom.js').Html} [promise]  what the selection would bring, beside Play:
 *   its value, what a bid leaves
 * @property {(view: View) => import('../lib/dom.js').Html} [result]  what the score sheet adds when the game is over
 * @property {Record<string, (arg: string, element: HTMLElement, desk: Desk, event: Event) => void>} [actions]  for
 *   data-do,
 *   data-change and data-input of the drawing's own
 * @property {(root: HTMLElement, desk: Desk) => void} [afterPaint]  called after each painting: for what templates
 *   cannot do, such as dragging
 * @property {(view: View) => string} [title]   where the game stands, in a word: "Round 2 of 5"
 * @property {() => import('../lib/dom.js').Html} cover   the picture of the game in its lobby; `cover.js` of its
 *   folder, which the home page loads alone
 * @property {(view: View, seat: number) => import('../lib/dom.js').Html} face  the round emblem of a seat: colour
 *   and letter or pattern
 */

export {}
