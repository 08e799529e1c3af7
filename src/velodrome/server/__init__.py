"""The table in the browser: rooms, what is stored of them, and the messages between server and page.

    cli, settings, logs, metrics    `velodrome serve`: its options, its log lines, its counters
    app, services                   routes and start-up; what the parts of a running server share
    protocol                        every message between page and server, typed
    http/       plain requests and files
    ws/         a socket from handshake to close
    rooms/      tables in play, and what guests may do there
    game/       log, views and explanations of one game
    store/      every database table and every SQL statement
    workers/    bot processes, and the fair queue in front of them
    guests/     who asks and how much they may ask

The server knows no game: it lists, checks and tells moves by the contract of `velodrome.core`.
"""
