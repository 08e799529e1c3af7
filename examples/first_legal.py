#!/usr/bin/env python3
"""Minimal external bot that plays every game: it answers with the first legal move. Standard library only.

velodrome arena velvet "exec:python3 examples/first_legal.py" uniform
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "ask" in message:
        print(json.dumps({"move": message["legal"][0]}), flush=True)
