"""Python types of JSON schemas: typed dictionaries for what is sent, pydantic models for what is received."""

from __future__ import annotations

import keyword
import re
from typing import Any

Schema = dict[str, Any]

PRIMITIVES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def snake(name: str) -> str:
    """`ingestJobRunId` → `ingest_job_run_id`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def argument(name: str) -> str:
    """The name of an argument: `from` is a word of the language, so it becomes `from_`."""
    return snake(name) + ("_" if keyword.iskeyword(snake(name)) else "")


def camel(name: str) -> str:
    """`ingestJobRun` and `ingest_job_run` → `IngestJobRun`."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def plain(codes: list[str]) -> str:
    return "\n".join(f'    "{code}",' for code in codes)


def literal(values: list[Any]) -> str:
    return f"Literal[{', '.join(repr(value).replace(chr(39), chr(34)) for value in values)}]"


def union(parts: list[str]) -> str:
    """Without repetitions, and with None last."""
    unique = list(dict.fromkeys(parts))
    return " | ".join(sorted(unique, key=lambda part: part == "None"))


class Models:
    """Collects the named types that operations refer to."""

    def __init__(self, components: dict[str, Schema]) -> None:
        self.components = components
        self.inputs: dict[str, str] = {}
        self.outputs: dict[str, str] = {}
        self.item_types: dict[tuple[str, str], str] = {}

    # What is sent

    def input_type(self, schema: Schema, name: str) -> str:
        """The type of a value that is sent; named types are referred to as `inputs.Name`."""
        return self._type(schema, name, is_input=True, prefix="inputs.")

    def output_type(self, schema: Schema, name: str) -> str:
        return self._type(schema, name, is_input=False, prefix="models.")

    def item_type(self, page: str, field: str) -> str:
        return self.item_types[page.removeprefix("models."), field]

    def _type(self, schema: Schema, name: str, *, is_input: bool, prefix: str) -> str:
        if "$ref" in schema:
            return self._reference(schema["$ref"].rsplit("/", 1)[1], is_input=is_input, prefix=prefix)
        if "const" in schema or "enum" in schema:
            values = literal([schema["const"]] if "const" in schema else schema["enum"])
            # A newer service may answer with values that this version does not know.
            return values if is_input or "const" in schema else f"{values} | str"
        alternatives = schema.get("anyOf") or schema.get("oneOf")
        if alternatives:
            named = [
                self._type(part, f"{name}{index or ''}", is_input=is_input, prefix=prefix)
                for index, part in enumerate(alternatives)
            ]
            return union(named)
        if "allOf" in schema:
            return self._object(self._merged(schema), name, is_input=is_input, prefix=prefix)
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if not kinds:
            return "Any"
        return union([self._of_kind(kind, schema, name, is_input=is_input, prefix=prefix) for kind in kinds])

    def _of_kind(self, kind: str, schema: Schema, name: str, *, is_input: bool, prefix: str) -> str:
        if kind == "array":
            item = self._type(schema.get("items", {}), name + "Item", is_input=is_input, prefix=prefix)
            return f"Sequence[{item}]" if is_input else f"list[{item}]"
        if kind == "object":
            return self._object(schema, name, is_input=is_input, prefix=prefix)
        return PRIMITIVES[kind]

    def _merged(self, schema: Schema) -> Schema:
        """An `allOf` of objects as one object."""
        properties: Schema = {}
        required: list[str] = []
        for part in schema["allOf"]:
            resolved = self.components[part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part
            resolved = self._merged(resolved) if "allOf" in resolved else resolved
            properties |= resolved.get("properties", {})
            required += resolved.get("required", [])
        return {"type": "object", "properties": properties, "required": required}

    def _object(self, schema: Schema, name: str, *, is_input: bool, prefix: str) -> str:
        properties = schema.get("properties", {})
        if not properties:
            value = schema.get("additionalProperties")
            inner = "Any"
            if isinstance(value, dict):
                inner = self._type(value, name + "Value", is_input=is_input, prefix=prefix)
            return f"Mapping[str, {inner}]" if is_input else f"dict[str, {inner}]"
        self._define(name, schema, is_input=is_input)
        return prefix + name

    def _reference(self, name: str, *, is_input: bool, prefix: str) -> str:
        schema = self.components[name]
        if "allOf" in schema:
            schema = self._merged(schema)
        if schema.get("type") == "object" and schema.get("properties"):
            self._define(name, schema, is_input=is_input)
            return prefix + name
        return self._type(schema, name, is_input=is_input, prefix=prefix)

    def _define(self, name: str, schema: Schema, *, is_input: bool) -> None:
        defined = self.inputs if is_input else self.outputs
        if name in defined:
            return
        defined[name] = ""  # A schema may refer to itself.
        write = self._typed_dict if is_input else self._model
        defined[name] = write(name, schema)

    def _typed_dict(self, name: str, schema: Schema) -> str:
        required = schema.get("required", [])
        fields = []
        for field, child in schema["properties"].items():
            kind = self._type(child, name + camel(field.strip("$")), is_input=True, prefix="")
            fields.append((field, kind if field in required else f"NotRequired[{kind}]"))
        if all(field.isidentifier() and not keyword.iskeyword(field) for field, _kind in fields):
            lines = [f"    {field}: {kind}" for field, kind in fields]
            return f"class {name}(TypedDict):\n" + "\n".join(lines)
        entries = ", ".join(f'"{field}": {kind!r}' for field, kind in fields)
        return f'{name} = TypedDict("{name}", {{{entries}}})'

    def _model(self, name: str, schema: Schema) -> str:
        required = schema.get("required", [])
        lines = []
        for field, child in schema["properties"].items():
            kind = self._type(child, name + camel(field), is_input=False, prefix="")
            if child.get("type") == "array":
                self.item_types[name, field] = "models." + kind.removeprefix("list[").removesuffix("]")
            optional = field not in required
            attribute = snake(field)
            suffix = " | None = None" if optional and not kind.endswith("None") else " = None" if optional else ""
            lines.append(f"    {attribute}: {kind}{suffix}")
        return f"class {name}(Model):\n" + "\n".join(lines)

    # The files

    def input_text(self) -> str:
        head = (
            '"""What is sent, by the names that it has on the wire."""\n\n'
            "from __future__ import annotations\n\n"
            "from collections.abc import Mapping, Sequence\nfrom typing import Any, Literal\n\n"
            "from typing_extensions import NotRequired, TypedDict\n\n\n"
        )
        return head + "\n\n\n".join(self.inputs.values()) + "\n"

    def output_text(self, codes: str) -> str:
        head = (
            '"""What is received."""\n\n'
            "from __future__ import annotations\n\n"
            "from typing import Any, Literal\n\n"
            "from docfleet._model import Model\n\n"
            f"ErrorCode = Literal[\n{codes}\n]\n\n\n"
        )
        return head + "\n\n\n".join(self.outputs.values()) + "\n"
