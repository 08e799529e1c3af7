"""Names of guests and bots."""

from hashlib import blake2b

MAX_NAME_LENGTH = 16
INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # printable according to Unicode, but blank
DEFAULT_NAMES = (  # mountain passes, for guests who choose no name
    "Tourmalet", "Galibier", "Izoard", "Aubisque", "Ventoux", "Stelvio", "Gavia", "Mortirolo", "Pordoi", "Angliru",
    "Iseran", "Madeleine", "Glandon", "Vars", "Allos", "Bonette", "Peyresourde", "Aspin", "Portet", "Soulor",
    "Semnoz", "Revard", "Granon", "Joux Plane", "Colombière", "Aravis", "Roselend", "Saisies", "Granier", "Faucille",
    "Furka", "Grimsel", "Susten", "Klausen", "Oberalp", "Bernina", "Albula", "Flüela", "Nufenen", "San Pellegrino",
)  # fmt: skip
BOT_NAMES = ("Odette", "Marcel", "Ginette", "Gaston", "Colette", "Anselme", "Suzon")  # by seat


def default_name(guest: str) -> str:
    """Return the default name for a guest. The same guest always gets the same name."""
    return DEFAULT_NAMES[blake2b(guest.encode(), digest_size=4).digest()[0] % len(DEFAULT_NAMES)]


def clean_name(name: object) -> str:
    """Return the name with normalized spaces; "" if it is no string, empty, too long, or has invisible characters."""
    if not isinstance(name, str) or len(name) > 10 * MAX_NAME_LENGTH:
        return ""
    tidy = " ".join(name.split())
    is_valid = 1 <= len(tidy) <= MAX_NAME_LENGTH and tidy.isprintable() and not INVISIBLE & set(tidy)
    return tidy if is_valid else ""
