"""The game server: rooms in which people play with a browser, the database, and the messages between server and page.

    cli, settings, logs, metrics    `velodrome serve`: options, log output, counters
    app, services                   routes, start-up and shutdown; the parts that request handlers share
    protocol                        the type of every message between page and server
    http/       HTTP requests and static files
    ws/         WebSocket connections from handshake to close
    rooms/      games in progress, and handlers for everything that guests do there
    game/       log, views and explanations of one game
    store/      every database table and every SQL statement
    workers/    worker processes for bots, and the fair queue in front of them
    guests/     guest cookies, rate limits and security headers

The server contains no rules of any game: it uses games only through the contract of `velodrome.core`.
"""
