"""Reads games from `.rpl` text, one after the other, keeping one in memory.

`lines` knows what a single line is; here stands which game it belongs to, and how files are decoded. Whatever is wrong
becomes a diagnostic of the game, and the line is kept: nothing is skipped.
"""

from __future__ import annotations

import difflib
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from rulespal.records.lines import LIMIT, QUOTES, Fault, broken_line, damage, plain_event, read_line, readable
from rulespal.records.lines import without_comment as _without_comment
from rulespal.records.record import VERSION_LINE, Header, Kind, Line, Record
from rulespal.text.diagnostic import Diagnostic
from rulespal.text.fold import fold
from rulespal.text.span import Span
