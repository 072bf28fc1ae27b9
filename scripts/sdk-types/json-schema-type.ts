/** The part of JSON Schema that docs/openapi.json uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly contentMediaType?: string;
}

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The TypeScript type of a schema, its lines indented by `indent`. A schema that says nothing is unknown. */
export function typeOf(schema: JsonSchema, indent = ''): string {
  const union = (parts: readonly string[]) => [...new Set(parts)].join(' | ');
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map((part) => typeOf(part, indent)));
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ');
  if (schema.type === undefined) return 'unknown';
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return union(types.map((type) => typeNamed(type, schema, indent)));
}

function typeNamed(type: string, schema: JsonSchema, indent: string): string {
  if (type === 'array') return `readonly ${parenthesized(typeOf(schema.items ?? {}, indent))}[]`;
  if (type === 'object') return objectType(schema, indent);
  const primitive = primitives[type];
  if (primitive === undefined) throw new Error(`There is no type for ${type}`);
  return primitive;
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string) {
  const open = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : undefined;
  const rest = open === undefined ? [] : [`Readonly<Record<string, ${open}>>`];
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }));
  const known = fields.length > 0 ? [fieldsType(fields, indent)] : [];
  return [...known, ...rest].join(' & ') || 'Readonly<Record<string, never>>';
}

/** One field of an object. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The type of an object with these fields, each with its description. */
export function fieldsType(fields: readonly Field[], indent: string): string {
  const inner = `${indent}  `;
  const lines = fields.map(({ name, schema, isRequired }) => {
    const comment = schema.description
      ? `${inner}/** ${schema.description.replaceAll('*/', '*\\/')} */\n`
      : '';
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
    return `${comment}${inner}readonly ${key}${isRequired ? '' : '?'}: ${typeOf(schema, inner)};\n`;
  });
  return fields.length === 0 ? 'object' : `{\n${lines.join('')}${indent}}`;
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

const parenthesized = (type: string) => (/ [|&] |^readonly /.test(type) ? `(${type})` : type);
