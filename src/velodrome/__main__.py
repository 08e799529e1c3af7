"""`python -m velodrome` is the command `velodrome`."""

import sys

from velodrome.cli import main

sys.exit(main())
