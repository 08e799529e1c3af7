"""Chat: who may send messages, how many, and how texts are cleaned. A message is committed before it is broadcast.

Guests with a seat may always talk. Until the game is over, spectators may only read, so that nobody can tell a player
what another player's hand is.
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
MAX_ACCENTS, MAX_MARKS = 2, 4  # on one letter, because more would cover other lines; marks are accents and vowel signs
MAX_MESSAGES = 5000  # stored for one room


# ---------------------------------------------------------------- requests


async def say(room: Room, connection: Connection, request: Say) -> None:
    """Send a text to everybody in the room."""
    text = clean_text(request.text)
    if len(text) > MAX_TEXT_LENGTH:
        refuse_chat(room, connection, "refuse.talk.long")
    elif not text:
        refuse_chat(room, connection, "refuse.talk.empty")
    else:
        await send_message(room, connection, text, "")


async def react(room: Room, connection: Connection, request: React) -> None:
    """Send a reaction to everybody in the room."""
    if request.reaction not in REACTIONS:
        refuse_chat(room, connection, "refuse.unknown")
    else:
        await send_message(room, connection, "", request.reaction)


async def hush(room: Room, connection: Connection, request: Hush) -> None:
    """Turn the chat off or on (host only), and tell every page. If it is now on, also send the latest messages."""
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
    """Save and broadcast a text or a reaction (the other argument is ""); refuse it if the sender may not talk now."""
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
    """Return the key of the reason why a guest may not talk now; "" if the guest may."""
    if not room.info.terms.talk:
        return "refuse.talk.off"
    if not room.seats_of(connection.guest) and room.info.phase != "over":
        return "refuse.talk.watch"
    if room.chat.count >= MAX_MESSAGES:
        return "refuse.talk.full"
    return "refuse.talk.fast" if room.chat.is_too_fast(connection.guest, room.context.now()) else ""


def new_message(room: Room, connection: Connection, text: str, reaction: str) -> ChatRow:
    """Build the row of a new message; on a shared device, the sender is the seat that the page shows."""
    held = room.seats_of(connection.guest)
    seat = connection.viewer if connection.viewer in held else next(iter(held), -1)
    name = room.seats[seat].name if held else connection.name
    return ChatRow(room.chat.count + 1, room.ply, connection.guest, seat, name, text, reaction, time.time())


def send_recent_messages(room: Room, connection: Connection) -> None:
    """Send a page the latest messages of the room, if chat is on."""
    if room.info.terms.talk and room.chat.words:
        connection.send(room.chat.recent(connection.guest))


def refuse_chat(room: Room, connection: Connection, key: str) -> None:
    """Refuse a chat request with one of the page's texts, without sending the table."""
    send_refusal(room, connection, {"key": key}, WEB)


def clean_text(text: str) -> str:
    """Return the text as one line, without invisible characters, direction marks and excess accents."""
    kept: list[str] = []
    accents = marks = 0
    for sign in unicodedata.normalize("NFC", " ".join(text.split())):
        accents = accents + 1 if unicodedata.combining(sign) else 0
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if sign.isprintable() and sign not in INVISIBLE and accents <= MAX_ACCENTS and marks <= MAX_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())
