"""Writes src/docfleet/_generated from docs/openapi.json; `--check` fails where they differ."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from python_types import Models, argument, camel, plain, snake

PACKAGE = Path(__file__).parents[1]
REPOSITORY = PACKAGE.parents[2]
TARGET = PACKAGE / "src/docfleet/_generated"
WRITTEN = "# Written by scripts/generate.py from docs/openapi.json.\n"

Schema = dict[str, Any]


def operation_names() -> dict[str, dict[str, str]]:
    """Groups and methods as the TypeScript SDK names them: one list for both."""
    source = (REPOSITORY / "packages/clients/sdk/src/operations.ts").read_text()
    table = source[source.index("export const operations") : source.index("} as const")]
    groups: dict[str, dict[str, str]] = {}
    group = ""
    for line in table.splitlines():
        if match := re.fullmatch(r"  (\w+): \{", line):
            group = match[1]
            groups[group] = {}
        elif match := re.fullmatch(r"    (\w+): '([^']+)',", line):
            groups[group][match[1]] = match[2]
        elif line == "    ...connectorOperations,":
            groups[group].update(connector_operations())
    return groups


def connector_operations() -> dict[str, str]:
    """The method of each connector, and the operation that reads from it."""
    source = (REPOSITORY / "packages/clients/sdk/src/generated/api.ts").read_text()
    table = source[source.index("export const connectorOperations") :]
    return dict(re.findall(r"  (\w+): '(POST [^']+)',", table[: table.index("} as const")]))


def paged_items() -> dict[str, str]:
    source = (REPOSITORY / "packages/clients/sdk/src/operations.ts").read_text()
    table = source[source.index("export const pagedItems") :]
    return dict(re.findall(r"'((?:GET|POST) [^']+)': '(\w+)'", table))


class Operation:
    """What has to be known of an operation to write its methods."""

    def __init__(self, group: str, method: str, name: str, api: Schema, models: Models) -> None:
        verb, path = name.split(" ")
        self.name, self.verb, self.path = name, verb, path
        self.group, self.method = group, snake(method)
        description = api["paths"][path][verb.lower()]
        self.summary = description["summary"]
        parameters = description.get("parameters", [])
        self.takes_key = any(p.get("$ref", "").endswith("/IdempotencyKey") for p in parameters)
        named = [p for p in parameters if "$ref" not in p]
        self.query = [p["name"] for p in named if p["in"] == "query"]
        content = description.get("requestBody", {}).get("content", {})
        self.is_form = "multipart/form-data" in content
        self.has_body = bool(content)
        body: Schema = next(iter(content.values()))["schema"] if content else {}
        prefix = camel(group) + camel(self.method)
        self.fields = [
            (
                p["name"],
                models.input_type(self._flag(p["schema"]), prefix + camel(p["name"])),
                p.get("required", False),
            )
            for p in named
        ] + [
            (field, self._form_type(field, schema, prefix, models), field in body.get("required", []))
            for field, schema in body.get("properties", {}).items()
        ]
        self._read_result(description["responses"], prefix, models)

    @staticmethod
    def _flag(schema: Schema) -> Schema:
        return {"type": "boolean"} if schema.get("enum") == ["true", "false"] else schema

    def _form_type(self, field: str, schema: Schema, prefix: str, models: Models) -> str:
        """Forms carry objects as JSON texts; methods take the objects."""
        if self.is_form and field == "file":
            return "FileInput"
        if self.is_form and field in ("config", "metadata", "chunkConfig", "ocrConfig"):
            return "Mapping[str, Any]"
        return models.input_type(schema, prefix + camel(field))

    def _read_result(self, responses: Schema, prefix: str, models: Models) -> None:
        success = next(value for status, value in responses.items() if status.startswith("2"))["content"]
        self.is_raw = "application/json" not in success and "text/event-stream" not in success
        self.is_stream = "text/event-stream" in success and "application/json" not in success
        #: What it streams where the request says so.
        self.streamed = ""
        if self.is_raw:
            self.result = "bytes"
        elif self.is_stream:
            self.result = models.output_type(success["text/event-stream"]["schema"], prefix + "Event")
        else:
            data = success["application/json"]["schema"]["allOf"][1]["properties"]["data"]
            self.result = models.output_type(data, prefix + "Result")
            if "text/event-stream" in success:
                self.streamed = models.output_type(success["text/event-stream"]["schema"], prefix + "Event")
                self.fields = [field for field in self.fields if field[0] != "stream"]


def signature(operation: Operation, *, is_paging: bool = False) -> list[str]:
    skipped = {"pagination", "cursor", "pageSize"} if is_paging else set()
    fields = [field for field in operation.fields if field[0] not in skipped]
    lines = [f"        {argument(name)}: {kind}," for name, kind, required in fields if required]
    lines += [
        f"        {argument(name)}: {kind} | NotGiven = NOT_GIVEN," for name, kind, required in fields if not required
    ]
    if is_paging:
        lines.append("        page_size: int = 100,")
    lines.append("        tenant_id: str | None | NotGiven = NOT_GIVEN,")
    if operation.takes_key:
        lines.append("        idempotency_key: str | None = None,")
    lines.append("        timeout: float | None = None,")
    return lines


def arguments(operation: Operation, *, is_paging: bool = False) -> str:
    skipped = {"pagination", "cursor", "pageSize"} if is_paging else set()
    given = ", ".join(f'"{n}": {argument(n)}' for n, _kind, _required in operation.fields if n not in skipped)
    key = ", idempotency_key=idempotency_key" if operation.takes_key else ""
    return f"{{{given}}}, RequestOptions(tenant_id=tenant_id, timeout=timeout{key})"


def write_method(operation: Operation, *, is_async: bool) -> list[str]:
    constant = f"operations.{constant_of(operation)}"
    if operation.is_stream:
        kind, call = ("AsyncIterator" if is_async else "Iterator"), "stream"
        head = f"    def {operation.method}("
        returns, body = (
            f"{kind}[{operation.result}]",
            f"self._transport.{call}({constant}, {operation.result}, ",
        )
    else:
        head = f"    {'async ' if is_async else ''}def {operation.method}("
        call = "send_raw" if operation.is_raw else "send"
        model = "" if operation.is_raw else f"{operation.result}, "
        returns, body = (
            operation.result,
            f"{'await ' if is_async else ''}self._transport.{call}({constant}, {model}",
        )
    return [
        head,
        "        self,",
        "        *,",
        *signature(operation),
        f"    ) -> {returns}:",
        f'        """{operation.summary}."""',
        f"        return {body}{arguments(operation)})",
        "",
    ]


def write_stream(operation: Operation, *, is_async: bool) -> list[str]:
    given, options = arguments(operation).split("}, ", 1)
    kind = "AsyncIterator" if is_async else "Iterator"
    return [
        "    def stream(",
        "        self,",
        "        *,",
        *signature(operation),
        f"    ) -> {kind}[{operation.streamed}]:",
        f'        """{operation.summary}, piece by piece as it comes."""',
        f"        return self._transport.stream(operations.{constant_of(operation)}, {operation.streamed}, "
        f'{given}, "stream": True}}, {options})',
        "",
    ]


def write_iterator(operation: Operation, item_field: str, items: Models, *, is_async: bool) -> list[str]:
    item = items.item_type(operation.result, item_field)
    name = {"list": "iter"}.get(operation.method, "iter_" + operation.method.removeprefix("list_"))
    kind = "AsyncIterator" if is_async else "Iterator"
    return [
        f"    def {name}(",
        "        self,",
        "        *,",
        *signature(operation, is_paging=True),
        f"    ) -> {kind}[{item}]:",
        f'        """{operation.summary}: every item of all pages, fetched page by page."""',
        f"        return self._transport.paginate(operations.{constant_of(operation)}, {operation.result}, "
        f"page_size, {arguments(operation, is_paging=True)})",
        "",
    ]


def constant_of(operation: Operation) -> str:
    return f"{snake(operation.group)}_{operation.method}".upper()


def write_operations(operations: list[Operation], paged: dict[str, str]) -> str:
    lines = [WRITTEN, "from docfleet._operation import Operation\n"]
    for each in operations:
        facts = [f'"{each.verb}"', f'"{each.path}"']
        facts += [f"query={tuple(each.query)!r}".replace("'", '"')] if each.query else []
        flags = {"takes_key": each.takes_key, "is_form": each.is_form, "has_body": each.has_body}
        facts += [f"{name}=True" for name, value in flags.items() if value]
        facts += [f'items="{snake(paged[each.name])}"'] if each.name in paged else []
        facts += ["is_repeatable=False"] if each.path.endswith(("/callback", "/answer")) else []
        lines.append(f"{constant_of(each)} = Operation({', '.join(facts)})")
    return "\n".join(lines) + "\n"


def write_resources(groups: dict[str, list[Operation]], paged: dict[str, str], models: Models) -> str:
    lines = [
        WRITTEN,
        "from __future__ import annotations\n",
        "from collections.abc import AsyncIterator, Iterator, Mapping, Sequence",
        "from typing import Any, Literal\n",
        "from docfleet._generated import inputs, models, operations",
        "from docfleet._operation import NOT_GIVEN, FileInput, NotGiven, RequestOptions",
        "from docfleet._transport import AsyncTransport, Transport\n",
    ]
    for group, members in groups.items():
        for is_async in (False, True):
            name, transport = (
                ("Async" if is_async else "") + camel(group),
                ("Async" if is_async else "") + "Transport",
            )
            lines += ["", f"class {name}:", f"    def __init__(self, transport: {transport}) -> None:"]
            lines += ["        self._transport = transport", ""]
            for each in members:
                lines += write_method(each, is_async=is_async)
                if each.streamed:
                    lines += write_stream(each, is_async=is_async)
                if each.name in paged:
                    lines += write_iterator(each, paged[each.name], models, is_async=is_async)
    for is_async in (False, True):
        prefix = "Async" if is_async else ""
        lines += [
            "",
            f"class {prefix}Resources:",
            f"    def __init__(self, transport: {prefix}Transport) -> None:",
        ]
        lines += [f"        self.{snake(group)} = {prefix}{camel(group)}(transport)" for group in groups]
        lines.append("")
    return "\n".join(lines)


def generate() -> dict[str, str]:
    api = json.loads((REPOSITORY / "docs/openapi.json").read_text())
    models = Models(api["components"]["schemas"])
    paged = paged_items()
    groups = {
        group: [Operation(group, method, name, api, models) for method, name in members.items()]
        for group, members in operation_names().items()
    }
    operations = [each for members in groups.values() for each in members]
    codes = sorted(set(re.findall(r'"([A-Z][A-Z_]+)"', json.dumps([r for r in find_codes(api)]))))
    return {
        "__init__.py": WRITTEN,
        "operations.py": write_operations(operations, paged),
        "resources.py": write_resources(groups, paged, models),
        "inputs.py": WRITTEN + models.input_text(),
        "models.py": WRITTEN + models.output_text(plain(codes)),
    }


def find_codes(value: Any) -> list[list[str]]:
    """The lists of error codes that responses allow, wherever they lie."""
    if isinstance(value, list):
        return [codes for child in value for codes in find_codes(child)]
    if not isinstance(value, dict):
        return []
    found = [value["code"]["enum"]] if isinstance(value.get("code"), dict) and "enum" in value["code"] else []
    return found + [codes for child in value.values() for codes in find_codes(child)]


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    stale = [
        name for name, text in generate().items() if not (TARGET / name).exists() or (TARGET / name).read_text() != text
    ]
    if "--check" in sys.argv:
        if stale:
            sys.exit(f"Not up to date: {', '.join(stale)}. Run python packages/clients/sdk-python/scripts/generate.py")
        return
    for name, text in generate().items():
        (TARGET / name).write_text(text)


if __name__ == "__main__":
    main()
