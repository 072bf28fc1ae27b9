from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from types import TracebackType

import httpx

from docfleet._addressee import read_address
from docfleet._generated.models import IngestJobRunDocuments
from docfleet._generated.resources import AsyncResources, Resources
from docfleet._operation import NOT_GIVEN, NotGiven
from docfleet._requests import Settings
from docfleet._retries import backoff
from docfleet._transport import AsyncTransport, Transport
from docfleet.errors import DocfleetError

#: States that a run does not leave by itself: it has ended, or waits for a confirmation.
_SETTLED = frozenset({"COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED", "NEEDS_CONFIRMATION"})

OnProgress = Callable[[IngestJobRunDocuments], None]


def _settings(
    base_url: str | None,
    api_key: str | None,
    tenant_id: str | None,
    timeout: float | None,
    max_retries: int,
    retry_delay: float,
) -> Settings:
    key = api_key or os.environ.get("DOCFLEET_API_KEY")
    if not key:
        raise ValueError("An API key is needed: pass api_key, or set DOCFLEET_API_KEY")
    url = base_url or os.environ.get("DOCFLEET_URL") or "http://localhost:4000"
    return Settings(read_address(url), key.strip(), tenant_id, timeout, max_retries, retry_delay)


def _succeeded(run: IngestJobRunDocuments, *, allow_failures: bool) -> IngestJobRunDocuments:
    failed = run.document_counts.failed
    if allow_failures or (run.status == "COMPLETED" and run.error_message is None and failed == 0):
        return run
    first = run.documents.failed[0].error if run.documents.failed else None
    documents_failed = (
        f"Documents failed: {failed:g}, the first with: {first}" if failed else f"The run is {run.status}"
    )
    message = run.error_message or documents_failed
    raise DocfleetError("RUN_FAILED", message, details={"run": run})


def _still_running(run: IngestJobRunDocuments, deadline: float | None) -> DocfleetError:
    return DocfleetError("TIMEOUT", f"The run is still {run.status} after {deadline:g} s", details={"run": run})


class Docfleet(Resources):
    """The docfleet API. Use it as a context manager, or close it, to release its connections.

    Without arguments, DOCFLEET_URL (http://localhost:4000) and DOCFLEET_API_KEY are read. Durations are in seconds.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        tenant_id: str | None = None,
        timeout: float | None = None,
        max_retries: int = 4,
        retry_delay: float = 0.5,
        http_client: httpx.Client | None = None,
    ) -> None:
        settings = _settings(base_url, api_key, tenant_id, timeout, max_retries, retry_delay)
        self._transport = Transport(settings, http_client)
        super().__init__(self._transport)

    def wait_for_run(
        self,
        *,
        namespace_id: str,
        ingest_job_run_id: str,
        deadline: float | None = None,
        allow_failures: bool = False,
        on_progress: OnProgress | None = None,
        tenant_id: str | NotGiven | None = NOT_GIVEN,
    ) -> IngestJobRunDocuments:
        """Polls a run until it has ended, or waits for a confirmation.

        Raises RUN_FAILED when its source could not be read, a document failed or a confirmation is needed, and TIMEOUT at
        the deadline; the run goes on then.
        """
        ends_at = None if deadline is None else time.monotonic() + deadline
        polls = 0
        while True:
            run = self.runs.get(namespace_id=namespace_id, ingest_job_run_id=ingest_job_run_id, tenant_id=tenant_id)
            if on_progress:
                on_progress(run)
            if run.status in _SETTLED:
                return _succeeded(run, allow_failures=allow_failures)
            delay = backoff(polls, 0.25)
            if ends_at is not None and time.monotonic() + delay >= ends_at:
                raise _still_running(run, deadline)
            time.sleep(delay)
            polls += 1

    def close(self) -> None:
        self._transport.http.close()

    def __enter__(self) -> Docfleet:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncDocfleet(AsyncResources):
    """The docfleet API on asyncio; methods and arguments are those of Docfleet."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        tenant_id: str | None = None,
        timeout: float | None = None,
        max_retries: int = 4,
        retry_delay: float = 0.5,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = _settings(base_url, api_key, tenant_id, timeout, max_retries, retry_delay)
        self._transport = AsyncTransport(settings, http_client)
        super().__init__(self._transport)

    async def wait_for_run(
        self,
        *,
        namespace_id: str,
        ingest_job_run_id: str,
        deadline: float | None = None,
        allow_failures: bool = False,
        on_progress: OnProgress | None = None,
        tenant_id: str | NotGiven | None = NOT_GIVEN,
    ) -> IngestJobRunDocuments:
        """Polls a run until it has ended, or waits for a confirmation.

        Raises RUN_FAILED when its source could not be read, a document failed or a confirmation is needed, and TIMEOUT at
        the deadline; the run goes on then.
        """
        ends_at = None if deadline is None else time.monotonic() + deadline
        polls = 0
        while True:
            run = await self.runs.get(
                namespace_id=namespace_id, ingest_job_run_id=ingest_job_run_id, tenant_id=tenant_id
            )
            if on_progress:
                on_progress(run)
            if run.status in _SETTLED:
                return _succeeded(run, allow_failures=allow_failures)
            delay = backoff(polls, 0.25)
            if ends_at is not None and time.monotonic() + delay >= ends_at:
                raise _still_running(run, deadline)
            await asyncio.sleep(delay)
            polls += 1

    async def close(self) -> None:
        await self._transport.http.aclose()

    async def __aenter__(self) -> AsyncDocfleet:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
