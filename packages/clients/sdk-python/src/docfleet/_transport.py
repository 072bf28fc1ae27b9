from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import httpx
from pydantic import BaseModel, TypeAdapter

from docfleet._operation import Operation, RequestOptions
from docfleet._requests import PreparedRequest, Settings, read_data, to_connection_error, to_error
from docfleet._retries import delay_before_retry
from docfleet.errors import DocfleetError

Result = TypeVar("Result", bound=BaseModel)

#: A stream says something at least this often.
STREAM_TIMEOUT = 60.0


def _with_page(operation: Operation, arguments: Mapping[str, Any], size: int, cursor: str | None) -> dict[str, Any]:
    page: dict[str, Any] = {"pageSize": size, **({"cursor": cursor} if cursor else {})}
    return {**arguments, **page} if "pageSize" in operation.query else {**arguments, "pagination": page}


def _event_of(line: str, model: Any) -> Any:
    """The data of a line of server-sent events. Raises where it reports a failure in the middle of the stream."""
    data = json.loads(line[len("data:") :])
    if isinstance(data, dict) and data.get("type") == "error":
        error = data["error"]
        raise DocfleetError(error["code"], error["message"], details=error.get("details"))
    return TypeAdapter(model).validate_python(data)


class Transport:
    """Sends operations, with retries, and blocks until the response is there."""

    def __init__(self, settings: Settings, http_client: httpx.Client | None) -> None:
        self.settings = settings
        self.http = http_client or httpx.Client(follow_redirects=False)

    def send(
        self, operation: Operation, model: type[Result], arguments: Mapping[str, Any], options: RequestOptions
    ) -> Result:
        return model.model_validate(read_data(self._retry(operation, arguments, options)))

    def send_raw(self, operation: Operation, arguments: Mapping[str, Any], options: RequestOptions) -> bytes:
        response = self._retry(operation, arguments, options)
        if not response.is_success:
            raise to_error(response)
        return response.content

    def paginate(
        self,
        operation: Operation,
        model: type[Result],
        page_size: int,
        arguments: Mapping[str, Any],
        options: RequestOptions,
    ) -> Iterator[Any]:
        cursor = None
        while True:
            page: Any = self.send(operation, model, _with_page(operation, arguments, page_size, cursor), options)
            yield from getattr(page, operation.items) or []
            cursor = page.next_cursor
            if cursor is None:
                return

    def stream(
        self, operation: Operation, model: Any, arguments: Mapping[str, Any], options: RequestOptions
    ) -> Iterator[Any]:
        prepared = PreparedRequest(self.settings, operation, arguments, options)
        prepared.timeout = options.timeout or STREAM_TIMEOUT
        with ExitStack() as closing:
            try:
                response = self.http.send(prepared.build(self.http, closing), stream=True)
                closing.callback(response.close)
                if not response.is_success:
                    response.read()
                    raise to_error(response)
                for line in response.iter_lines():
                    if line.startswith("data:"):
                        yield _event_of(line, model)
            except httpx.TransportError as error:
                raise to_connection_error(error, prepared.timeout) from error

    def _retry(self, operation: Operation, arguments: Mapping[str, Any], options: RequestOptions) -> httpx.Response:
        prepared = PreparedRequest(self.settings, operation, arguments, options)
        retries = 0
        while True:
            try:
                return self._attempt(prepared)
            except DocfleetError as error:
                delay = delay_before_retry(
                    error,
                    retries,
                    max_retries=self.settings.max_retries,
                    first_delay=self.settings.retry_delay,
                    is_repeatable=prepared.is_repeatable,
                )
                if delay is None:
                    raise
            time.sleep(delay)
            retries += 1

    def _attempt(self, prepared: PreparedRequest) -> httpx.Response:
        with ExitStack() as closing:
            try:
                response = self.http.send(prepared.build(self.http, closing))
            except httpx.TransportError as error:
                raise to_connection_error(error, prepared.timeout) from error
        if response.is_success:
            return response
        raise to_error(response)


class AsyncTransport:
    """The same on asyncio."""

    def __init__(self, settings: Settings, http_client: httpx.AsyncClient | None) -> None:
        self.settings = settings
        self._given = http_client
        self._of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()

    @property
    def http(self) -> httpx.AsyncClient:
        """The HTTP client of the running event loop: connections end with the loop that they were opened in."""
        if self._given is not None:
            return self._given
        loop = asyncio.get_running_loop()
        if loop not in self._of_loop:
            self._of_loop[loop] = httpx.AsyncClient(follow_redirects=False)
        return self._of_loop[loop]

    async def send(
        self, operation: Operation, model: type[Result], arguments: Mapping[str, Any], options: RequestOptions
    ) -> Result:
        return model.model_validate(read_data(await self._retry(operation, arguments, options)))

    async def send_raw(self, operation: Operation, arguments: Mapping[str, Any], options: RequestOptions) -> bytes:
        return (await self._retry(operation, arguments, options)).content

    async def paginate(
        self,
        operation: Operation,
        model: type[Result],
        page_size: int,
        arguments: Mapping[str, Any],
        options: RequestOptions,
    ) -> AsyncIterator[Any]:
        cursor = None
        while True:
            page: Any = await self.send(operation, model, _with_page(operation, arguments, page_size, cursor), options)
            for item in getattr(page, operation.items) or []:
                yield item
            cursor = page.next_cursor
            if cursor is None:
                return

    async def stream(
        self, operation: Operation, model: Any, arguments: Mapping[str, Any], options: RequestOptions
    ) -> AsyncIterator[Any]:
        prepared = PreparedRequest(self.settings, operation, arguments, options)
        prepared.timeout = options.timeout or STREAM_TIMEOUT
        with ExitStack() as closing:
            try:
                response = await self.http.send(prepared.build(self.http, closing), stream=True)
                try:
                    if not response.is_success:
                        await response.aread()
                        raise to_error(response)
                    async for line in response.aiter_lines():
                        if line.startswith("data:"):
                            yield _event_of(line, model)
                finally:
                    await response.aclose()
            except httpx.TransportError as error:
                raise to_connection_error(error, prepared.timeout) from error

    async def _retry(
        self, operation: Operation, arguments: Mapping[str, Any], options: RequestOptions
    ) -> httpx.Response:
        prepared = PreparedRequest(self.settings, operation, arguments, options)
        retries = 0
        while True:
            try:
                return await self._attempt(prepared)
            except DocfleetError as error:
                delay = delay_before_retry(
                    error,
                    retries,
                    max_retries=self.settings.max_retries,
                    first_delay=self.settings.retry_delay,
                    is_repeatable=prepared.is_repeatable,
                )
                if delay is None:
                    raise
            await asyncio.sleep(delay)
            retries += 1

    async def _attempt(self, prepared: PreparedRequest) -> httpx.Response:
        with ExitStack() as closing:
            try:
                response = await self.http.send(prepared.build(self.http, closing))
            except httpx.TransportError as error:
                raise to_connection_error(error, prepared.timeout) from error
        if response.is_success:
            return response
        raise to_error(response)
