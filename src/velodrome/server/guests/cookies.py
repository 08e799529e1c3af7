"""Signed guest cookies. There are no accounts: a seat belongs to the guest whose id is in the cookie."""

import re
import secrets
from collections.abc import Mapping
from hashlib import sha256

from itsdangerous import BadSignature, Signer

COOKIE_NAME = "velodrome"
COOKIE_MAX_AGE = 365 * 24 * 3600  # seconds
GUEST_ID = re.compile(r"[\w-]{16,32}")


class GuestCookies:
    """Signer and verifier of guest cookies."""

    def __init__(self, secret: bytes, secure: bool) -> None:
        self.signer = Signer(secret, salt="guest", digest_method=sha256)
        self.secure = secure  # send the cookie over HTTPS only

    def read_guest(self, cookies: Mapping[str, str]) -> str:
        """Return the guest id in a valid cookie; "" if the cookie is missing or not valid."""
        try:
            guest = self.signer.unsign(cookies.get(COOKIE_NAME, "")).decode()
        except (BadSignature, UnicodeDecodeError):
            return ""
        return guest if GUEST_ID.fullmatch(guest) else ""

    def new_guest(self) -> str:
        """Make a random guest id."""
        return secrets.token_urlsafe(15)

    def set_cookie_header(self, guest: str) -> str:
        """Build the value of a Set-Cookie header for a guest."""
        value = self.signer.sign(guest).decode()
        secure = "; Secure" if self.secure else ""
        return f"{COOKIE_NAME}={value}; Path=/; Max-Age={COOKIE_MAX_AGE}; HttpOnly; SameSite=Lax{secure}"
