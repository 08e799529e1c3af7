"""The table in the browser: rooms, what is stored of them, and the messages between server and page.

    app         routes, pages, the socket; what a visitor reaches
    messages    every message of the protocol, typed: the one place that says what goes over the wire
    rooms       a table in play: seats, moves, bots, who is told what
    store       what is kept: a move is committed before anybody is told
    identity    who a guest is: a signed cookie, no account
    thinkers    bots, in processes of their own, on what their seat sees

The server knows no game: it lists, checks and tells moves by the contract of `velodrome.core`.
"""
