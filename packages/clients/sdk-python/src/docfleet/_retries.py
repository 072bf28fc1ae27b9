from __future__ import annotations

import random

from docfleet.errors import DocfleetError

LONGEST_DELAY = 8.0
#: Limits are counted by the minute: a longer time is the caller's to wait.
LONGEST_RETRY_AFTER = 60.0


def backoff(retries: int, first_delay: float) -> float:
    """Seconds before the next attempt: between half and all of a delay that doubles."""
    longest = min(LONGEST_DELAY, first_delay * float(2**retries))
    return longest * (0.5 + random.random() / 2)


def is_transient(error: DocfleetError, *, is_repeatable: bool) -> bool:
    """Whether the same request may succeed when it is sent again."""
    # Refused before anything was done.
    if error.status == 429 or error.code == "IDEMPOTENCY_KEY_IN_USE":
        return True
    # A file that took too long to convert takes as long again.
    if not is_repeatable or error.code == "REQUEST_TIMEOUT":
        return False
    if error.status is None:
        return error.code in ("CONNECTION_FAILED", "TIMEOUT")
    return error.status >= 500


def delay_before_retry(
    error: DocfleetError, retries: int, *, max_retries: int, first_delay: float, is_repeatable: bool
) -> float | None:
    """Seconds to wait before the next attempt; None when there is none."""
    if retries >= max_retries or not is_transient(error, is_repeatable=is_repeatable):
        return None
    retry_after = error.details.get("retryAfter")
    if isinstance(retry_after, (int, float)) and retry_after >= 0:
        return float(retry_after) if retry_after <= LONGEST_RETRY_AFTER else None
    return backoff(retries, first_delay)
