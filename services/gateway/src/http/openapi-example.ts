import type { JsonSchema } from './json-schema.ts';

/** Id in examples. */
export const exampleId = '0198c9a2-7d4e-7b3a-9f10-3c5a1e8d2b64';

/** Example texts by the name of their field, for schemas that have no example of their own. */
const textsByName: Readonly<Record<string, string>> = {
  action: 'namespace.created',
  advice: 'Remove the password from the file and ingest it again.',
  clientId: 'docfleet-app',
  code: 'DOCUMENT_ENCRYPTED',
  content: 'Everyone has 30 days of leave.',
  cursor: 'eyJhZnRlciI6IjAxOThjOWEyIn0',
  externalId: 'hr-holidays',
  filename: 'leave.docx',
  identifier: 'quickstart',
  key: 'df_live_1f0c5b2a9d3e4c7f_…',
  markdown: '# Leave\n\nEveryone has 30 days.',
  message: 'Done',
  mimeType: 'text/plain',
  model: 'text-embedding-3-small',
  name: 'Holidays',
  namespaceId: 'quickstart',
  nextCursor: 'eyJhZnRlciI6IjAxOThjOWEyIn0',
  question: 'How many days of leave do I have?',
  quote: 'Everyone has 30 days of leave.',
  prefix: 'df_live_1f0c5b2a9d3e4c7f',
  reason: 'The account has no access to it',
  source: 'TEXT',
  targetType: 'namespace',
  tenantId: 'customer-7',
  text: 'Everyone has 30 days of leave.',
  title: 'Holidays',
  type: 'TEXT',
  url: 'https://files.example.com/holidays',
  vector_store_id: 'quickstart',
};

const textsByFormat: Readonly<Record<string, string>> = {
  date: '2026-03-01',
  'date-time': '2026-03-01T09:30:00.000Z',
  uri: 'https://files.example.com/holidays',
};

function textOf({ format }: JsonSchema, name: string): string | undefined {
  const known = textsByName[name] ?? textsByFormat[String(format)];
  return known ?? (/^id$|Ids?$|_id$/.test(name) ? exampleId : undefined);
}

type Components = Readonly<Record<string, unknown>>;

function objectOf({ properties = {} }: JsonSchema, components: Components): Record<string, unknown> {
  const entries = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, schema]) => [name, exampleOf(schema, components, name)] as const,
  );
  return Object.fromEntries(entries.filter(([, example]) => example !== undefined));
}

function firstOf(options: readonly JsonSchema[], components: Components, name: string): unknown {
  const examples = options.map((option) => exampleOf(option, components, name));
  return examples.find((example) => example !== undefined && example !== null) ?? examples.at(-1);
}

/**
 * Returns a value that a schema accepts: its own example, default or first choice, else one made of its parts. A text without an example,
 * whose name is unknown, is omitted: an object that requires it then fails the test of examples.
 */
export function exampleOf(schema: JsonSchema, components: Components, name = ''): unknown {
  const { $ref, examples, anyOf, oneOf, type, items, minimum = 1 } = schema;
  if (typeof $ref === 'string')
    return exampleOf(components[$ref.slice($ref.lastIndexOf('/') + 1)] as JsonSchema, components, name);
  if (Array.isArray(examples)) return examples[0];
  for (const keyword of ['const', 'default'] as const) if (keyword in schema) return schema[keyword];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const options = anyOf ?? oneOf;
  if (Array.isArray(options)) return firstOf(options, components, name);
  if (Array.isArray(type)) {
    const choices = type.map((choice) => ({ ...schema, type: choice }));
    return firstOf(choices, components, name);
  }
  if (type === 'object') return objectOf(schema, components);
  if (type === 'array') {
    const item = items ? exampleOf(items as JsonSchema, components, name) : undefined;
    return item === undefined ? [] : [item];
  }
  if (type === 'string') return textOf(schema, name);
  return { boolean: false, integer: minimum, number: minimum, null: null }[String(type)];
}
