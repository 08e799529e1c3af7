"""The table in the browser: rooms, what is stored of them, and the messages between server and page.

    messages    every message of the protocol, typed: the one place that says what goes over the wire
    serve       `velodrome serve`; settings, logs: what it is told, what it tells those who look after it
    app         routes, and what begins and ends with the server
    pages, api, sockets      what a visitor reaches: the page, plain requests, the socket of a table
    wire, channel            the socket itself: uvicorn's, with a short way for texts while a room listens
    desk, identity, security who asks: a signed cookie, no account; what is too much; which sites may ask
    hall        all rooms, opened when somebody comes; tending: what is done to them now and then
    rooms       a table in play: seats, moves, who is told what; doings: what a page may ask; turns: what bots do
    games, kinds, views, why the game itself: its log, what each viewer sees of it, why a move is none
    store       what is kept: a move is committed before anybody is told; writes: what waits for that
                schema: the tables; locks: one server a file
    thinkers    bots, in processes of their own, on what their seat sees; fairness: whose bots are next

The server knows no game: it lists, checks and tells moves by the contract of `velodrome.core`.
"""
