"""The table in the browser: rooms, what is stored of them, and the messages between server and page.

    messages    every message of the protocol, typed: the one place that says what goes over the wire
    serve       `velodrome serve`; settings, logs, metrics: what it is told, what it tells those who look after it
    app         routes, and what begins and ends with the server
    pages, api, sockets      what a visitor reaches: the page, plain requests, the socket of a table
    lessons, boards, replays  guided first games, boards of one's own, games to look back at
    door        plain requests as uvicorn reads them, with an end to waiting
    wire, channel            the socket itself: uvicorn's, with a short way for texts while a room listens
    desk, identity, security who asks: a signed cookie, no account; which sites may ask; bucket: how fast
    handing     another device becomes the same guest
    hall        all rooms, opened when somebody comes; tending: what is done to them now and then
    rooms       a table in play: seats, moves, who is told what; lines: the pages there; seating: who sits there
    doings      what a page may ask; backing, ahead, hints, talk: taking back, moves prepared, advice, words
    turns       what bots do; clocks, late: whose time runs, and what happens when it is up
    games, kinds, views, why the game itself: its log, what each viewer sees of it, why a move is none
    store       what is kept: a move is committed before anybody is told; writes: what waits for that
                schema: the tables; locks: one server a file
    thinkers    bots, in processes of their own, on what their seat sees; fairness: whose bots are next

The way of a move: `channel` hears it, `sockets` reads it, `doings` asks the room, `games` plays it and what follows,
`store` keeps it; then the room's `views` are told by the same channels.

The server knows no game: it lists, checks and tells moves by the contract of `velodrome.core`.
"""
