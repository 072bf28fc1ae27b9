import type { JsonSchema } from '../../../scripts/sdk-types/json-schema-type.ts';
import { nameOf, resolve, slugOf } from './api.ts';

const code = (text: unknown) => `\`${typeof text === 'string' ? text : JSON.stringify(text)}\``;

const isNull = ({ type }: JsonSchema) => type === 'null';

/** Variants of a value, without null. */
const variantsOf = ({ oneOf, anyOf }: JsonSchema): readonly JsonSchema[] | undefined =>
  (oneOf ?? anyOf)?.filter((variant) => !isNull(variant));

/** Whether a schema has fields or variants, which are described by themselves. */
const isStructured = (schema: JsonSchema): boolean => {
  const { properties, oneOf, allOf, items } = resolve(schema);
  return Boolean(properties ?? allOf ?? oneOf ?? (items && isStructured(items)));
};

/** Returns the name of a schema's type; of a described object a link to its description. */
function typeName(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, oneOf, format, contentMediaType } = schema;
  if ($ref) {
    const name = nameOf($ref);
    return isStructured(schema) ? `[${name}](./objects.md#${slugOf(name)})` : typeName(resolve(schema));
  }
  if (contentMediaType) return 'file';
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map(typeName))].join(' or ');
  if (schema.enum) return 'enum';
  if (schema.const !== undefined) return code(schema.const);
  if (items) return `list of ${typeName(items)}`;
  if (Array.isArray(type)) return type.join(' or ');
  const names: Readonly<Record<string, string>> = { uri: 'URL', 'date-time': 'time', date: 'date' };
  return names[format ?? ''] ?? String(type ?? 'any value');
}

const rangeOf = (min: number | undefined, max: number | undefined, unit: string) => {
  const last = max !== undefined && max >= Number.MAX_SAFE_INTEGER ? undefined : max;
  const first = min === 0 && last === undefined ? undefined : min;
  if (first === undefined && last === undefined) return [];
  if (last === undefined) return [`min ${first}${unit}`];
  return [first === undefined ? `max ${last}${unit}` : `${first} to ${last}${unit}`];
};

const lengthOf = ({ minLength, maxLength }: JsonSchema) =>
  minLength === 1 && maxLength === undefined ? ['not empty'] : rangeOf(minLength, maxLength, ' characters');

/** Returns bounds, choices and default of a value, as `1 to 100, default 10`. */
function boundsOf(given: JsonSchema): string[] {
  const schema = resolve(given);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, items } = schema;
  const bounds = [
    ...rangeOf(minimum, maximum, ''),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`]),
    ...(schema.enum ? [] : lengthOf(schema)),
    ...rangeOf(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`default ${code(schema.default)}`]),
  ];
  const values = (schema.enum ?? (items && resolve(items).enum))?.filter((value) => value !== '');
  return values ? [...bounds, `one of ${values.map(code).join(', ')}`] : bounds;
}

/** Describes a value on one line: its name, its type, whether it is required, and its bounds. */
export function headOf(name: string, schema: JsonSchema, isRequired?: boolean): string {
  const facts = [typeName(schema), ...(isRequired ? ['required'] : []), ...boundsOf(schema)];
  return `**\`${name}\`** · ${facts.join(' · ')}`;
}

/** Writes text on the lines below an entry of a list. */
const below = (indent: string, text: string | undefined) =>
  text ? ['', ...text.split('\n').map((line) => (line ? `${indent}  ${line}` : ''))] : [];

/** Returns the entries of a list for the parts of a value that are described where the value is: of an object without a name. */
function partsOf(schema: JsonSchema, indent: string): string[] {
  const inner = schema.items ?? schema;
  const isLinked = inner.$ref ?? variantsOf(inner)?.every(({ $ref }) => $ref);
  return isLinked ? [] : listFields(inner, indent);
}

/** Describes the variants of a value: each by the constant that tells it from the others. */
function listVariants(variants: readonly JsonSchema[], indent: string): string[] {
  return variants.flatMap((variant) => {
    const { properties = {}, title, description } = resolve(variant);
    const [key, tag] = Object.entries(properties).find(([, { const: value }]) => value !== undefined) ?? [];
    if (variant.$ref) return [`${indent}- ${typeName(variant)}`];
    if (Object.keys(properties).length === 0) return [];
    const head = key ? `With **\`${key}: ${JSON.stringify(tag?.const)}\`**` : `**${title ?? 'Otherwise'}**`;
    const fields = listFields(variant, `${indent}  `, key);
    return [`${indent}- ${head}`, ...below(indent, description), '', ...fields];
  });
}

/** Returns a Markdown list of the fields of an object, each with its type, bounds and description; parts are nested. */
export function listFields(given: JsonSchema, indent = '', without?: string): string[] {
  const schema = resolve(given);
  if (schema.allOf) return schema.allOf.flatMap((part) => listFields(part, indent, without));
  const variants = variantsOf(schema);
  const [first, second] = variants ?? [];
  if (variants && first && second) return listVariants(variants, indent);
  if (first) return listFields(first, indent, without);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties)
    .filter(([name]) => name !== without)
    .flatMap(([name, property]) => [
      `${indent}- ${headOf(name, property, required.includes(name))}`,
      ...below(indent, property.description ?? scalarDescription(property)),
      ...partsOf(property, `${indent}  `),
    ]);
}

/** Description of a named text or number, which has no page of its own. */
const scalarDescription = (schema: JsonSchema): string | undefined =>
  schema.$ref && !isStructured(schema) ? resolve(schema).description : undefined;
