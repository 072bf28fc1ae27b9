import { type Field, fieldsType, type JsonSchema, typeOf } from './json-schema-type.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** The part of an operation of docs/openapi.json that types are made of. */
export interface Operation {
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}

const json = 'application/json';
const form = 'multipart/form-data';
const eventStream = 'text/event-stream';

/** The operation's line in the interface of operations: what goes in, as one object, and what comes out. */
export function operationText({ name, operation }: NamedOperation): string {
  const fields = inputFields(operation);
  const twice = fields.find((field, index) => fields.findIndex((other) => other.name === field.name) < index);
  if (twice) throw new Error(`${name} takes ${twice.name} in two places`);
  const isForm = form in (operation.requestBody?.content ?? {});
  return [
    `  /** ${operation.summary} */\n`,
    `  '${name}': {\n`,
    `    readonly ${isForm ? 'form' : 'input'}: ${fieldsType(fields, '    ')};\n`,
    `    readonly ${isStreamAlone(operation) ? 'event' : 'output'}: ${outputType(operation)};\n`,
    ...(isEither(operation)
      ? [`    readonly streamed: ${typeOf(eventsOf(operation) ?? {}, '    ')};\n`]
      : []),
    '  };\n',
  ].join('');
}

/** The operation's line in the table that requests are made from. */
export function routeText({ name, operation }: NamedOperation): string {
  const isBare = operation.requestBody === undefined && !name.startsWith('GET ');
  const query = parametersIn(operation, 'query').map((parameter) => `'${parameter.name}'`);
  const facts = [
    query.length > 0 ? [`query: [${query.join(', ')}]`] : [],
    takesKey(operation) ? ['key: true'] : [],
    form in (operation.requestBody?.content ?? {}) ? ['form: true'] : [],
    isBare ? ['bare: true'] : [],
    answer(operation) === undefined ? ['raw: true'] : [],
    isStreamAlone(operation) ? ['events: true'] : [],
  ].flat();
  return `  '${name}': ${facts.length > 0 ? `{ ${facts.join(', ')} }` : '{}'},\n`;
}

const parametersIn = ({ parameters = [] }: Operation, place: string) =>
  parameters.filter((parameter) => parameter.in === place);

const takesKey = ({ parameters = [] }: Operation) =>
  parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));

function inputFields(operation: Operation): Field[] {
  const parameters = [...parametersIn(operation, 'path'), ...parametersIn(operation, 'query')];
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  return [
    ...parameters.map(({ name, required = false, schema }) => ({
      name,
      schema: isFlag(schema) ? { type: 'boolean' } : schema,
      isRequired: required,
    })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      isRequired: body?.required?.includes(name) ?? false,
    })),
  ];
}

/** A query has no booleans, only the words for them. */
const isFlag = ({ enum: values = [] }: JsonSchema) => values.join() === 'true,false';

function respondAs({ responses }: Operation, type: string): JsonSchema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return success?.content?.[type]?.schema;
}

const answer = (operation: Operation) => respondAs(operation, json);
const eventsOf = (operation: Operation) => respondAs(operation, eventStream);

const isStreamAlone = (operation: Operation) =>
  eventsOf(operation) !== undefined && answer(operation) === undefined;
/** Whether it responds with JSON, or with events where the request says `stream: true`. */
const isEither = (operation: Operation) =>
  eventsOf(operation) !== undefined && answer(operation) !== undefined;

function outputType(operation: Operation): string {
  const event = eventsOf(operation);
  if (event && isStreamAlone(operation)) return typeOf(event, '    ');
  const schema = answer(operation);
  if (!schema) return 'Response';
  const data = schema.allOf?.[1]?.properties?.['data'];
  if (!data) throw new Error(`The answer of "${operation.summary}" is not in its envelope`);
  return typeOf(data, '    ');
}
