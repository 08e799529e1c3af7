"""Chat: who may talk, how much, and what is sent. A message is committed before anybody reads it.

Seated guests talk; spectators read, and talk once the game is over, so that nobody is told of a hand by somebody who
walks around the table.
"""

import time
import unicodedata

import msgspec

from velodrome.server.protocol import WEB, Hush, React, Said, Say
from velodrome.server.rooms.broadcast import refuse, send_refusal, send_room
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.names import INVISIBLE
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.state import chat_word
from velodrome.server.store.rows import ChatRow
from velodrome.server.store.statements import insert_chat_message, update_room

REACTIONS = ("bravo", "chapeau", "thanks", "luck", "ouch", "bell")
MAX_TEXT_LENGTH = 200
MAX_ACCENTS, MAX_MARKS = 2, 4  # on one letter; marks include the vowel signs of other scripts. More leave their line
MAX_MESSAGES = 5000  # stored for one room


# ---------------------------------------------------------------- requests


async def say(room: Room, connection: Connection, request: Say) -> None:
    """Send a text to everybody."""
    text = clean_text(request.text)
    if len(text) > MAX_TEXT_LENGTH:
        refuse_chat(room, connection, "refuse.talk.long")
    elif not text:
        refuse_chat(room, connection, "refuse.talk.empty")
    else:
        await send_message(room, connection, text, "")


async def react(room: Room, connection: Connection, request: React) -> None:
    """Send a reaction to everybody."""
    if request.reaction not in REACTIONS:
        refuse_chat(room, connection, "refuse.unknown")
    else:
        await send_message(room, connection, "", request.reaction)


async def hush(room: Room, connection: Connection, request: Hush) -> None:
    """Turn chat off, or on again with what was said before."""
    if connection.guest != room.info.host:
        refuse(room, connection, "refuse.host")
        return
    if request.talk == room.info.terms.talk:
        return
    terms = msgspec.structs.replace(room.info.terms, talk=request.talk)
    await room.commit([], [update_room(room.name, terms=msgspec.json.encode(terms).decode())])
    room.info.terms = terms
    send_room(room)
    for each in room.presence.connections:
        send_recent_messages(room, each)


# ---------------------------------------------------------------- messages


async def send_message(room: Room, connection: Connection, text: str, reaction: str) -> None:
    """Save a message, then send it; or refuse it."""
    key = refuse_message(room, connection)
    if key:
        refuse_chat(room, connection, key)
        return
    room.chat.count_message(connection.guest, room.context.now())
    row = new_message(room, connection, text, reaction)
    await room.commit([], [insert_chat_message(room.name, row)])
    word = chat_word(row)
    room.chat.words.append(word)
    message, own = msgspec.json.encode(Said([word])), msgspec.json.encode(Said([word], me=word.who))
    for each in room.presence.connections:
        each.sender.send(own if each.guest == row.guest else message)


def refuse_message(room: Room, connection: Connection) -> str:
    """Why a guest may not talk now; "" if they may."""
    if not room.info.terms.talk:
        return "refuse.talk.off"
    if not room.seats_of(connection.guest) and room.info.phase != "over":
        return "refuse.talk.watch"
    if room.chat.count >= MAX_MESSAGES:
        return "refuse.talk.full"
    return "refuse.talk.fast" if room.chat.is_too_fast(connection.guest, room.context.now()) else ""


def new_message(room: Room, connection: Connection, text: str, reaction: str) -> ChatRow:
    """A message as it is stored; on a shared device it is from the seat that the page shows."""
    held = room.seats_of(connection.guest)
    seat = connection.viewer if connection.viewer in held else next(iter(held), -1)
    name = room.seats[seat].name if held else connection.name
    return ChatRow(room.chat.count + 1, room.ply, connection.guest, seat, name, text, reaction, time.time())


def send_recent_messages(room: Room, connection: Connection) -> None:
    """Send a page the last messages of the room."""
    if room.info.terms.talk and room.chat.words:
        connection.send(room.chat.recent(connection.guest))


def refuse_chat(room: Room, connection: Connection, key: str) -> None:
    """Refuse without sending the table again: nothing changed there."""
    send_refusal(room, connection, {"key": key}, WEB)


def clean_text(text: str) -> str:
    """A text on one line, without invisible characters or ones that change the direction of others."""
    kept: list[str] = []
    accents = marks = 0
    for sign in unicodedata.normalize("NFC", " ".join(text.split())):
        accents = accents + 1 if unicodedata.combining(sign) else 0
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if sign.isprintable() and sign not in INVISIBLE and accents <= MAX_ACCENTS and marks <= MAX_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())
