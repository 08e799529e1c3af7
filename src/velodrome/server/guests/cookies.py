"""Who a guest is: a signed cookie, no account. Seats are bound to the guest that it names."""

import re
import secrets
from collections.abc import Mapping
from hashlib import sha256

from itsdangerous import BadSignature, Signer

COOKIE = "velodrome"
YEAR = 365 * 24 * 3600
GUEST = re.compile(r"[\w-]{16,32}")


class Identity:
    """Signs and reads the cookie of guests."""

    def __init__(self, secret: bytes, secure: bool) -> None:
        self.signer = Signer(secret, salt="guest", digest_method=sha256)
        self.secure = secure  # guests come by HTTPS alone

    def guest(self, cookies: Mapping[str, str]) -> str:
        """The guest that a cookie names; "" if there is none, or none of ours."""
        try:
            found = self.signer.unsign(cookies.get(COOKIE, "")).decode()
        except (BadSignature, UnicodeDecodeError):
            return ""
        return found if GUEST.fullmatch(found) else ""

    def fresh(self) -> str:
        """Somebody new."""
        return secrets.token_urlsafe(15)

    def cookie(self, guest: str) -> str:
        """The header that makes a browser remember."""
        value = self.signer.sign(guest).decode()
        secure = "; Secure" if self.secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"
