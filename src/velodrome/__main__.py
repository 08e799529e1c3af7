"""Entry point of `python -m velodrome`, the same as the command `velodrome`."""

import sys

from velodrome.cli import main

sys.exit(main())
