/** Writes the lists of methods in the guides of the SDKs, and packages/clients/sdk/src/generated/api.ts from docs/openapi.json: a type for each schema, and of each operation what goes in and comes out. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type JsonSchema, typeOf } from './sdk-types/json-schema-type.ts';
import { type Operation, operationText, routeText } from './sdk-types/operation.ts';

/** Path of the committed types. */
export const sdkTypesPath = 'packages/clients/sdk/src/generated/api.ts';

/** Envelopes of all responses, which the SDK unwraps. */
const envelopes = new Set(['Success', 'Error']);

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, unknown>>;
  };
}

/** The types as they are committed. */
export function sdkTypes(openApiText: string): string {
  const { paths, components } = JSON.parse(openApiText) as OpenApiDocument;
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => !envelopes.has(name))
    .map(([name, schema]) => schemaText(name, schema));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Routes in the form of another API are for that API's own clients.
      .filter(([, { tags }]) => !tags?.includes('OpenAI forms'))
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  const codes = [...new Set(Object.values(components.responses).flatMap(errorCodes))].sort();
  return [
    '// Written by `npm run sdk-types` from docs/openapi.json.\n',
    `/** Codes of the service's errors. */\nexport type ErrorCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};\n`,
    ...schemas,
    connectorsText(components.schemas['Connector'] as ConnectorSchema | undefined),
    sourceFilterText(components.schemas['SourceFilter']),
    `export interface Operations {\n${operations.map(operationText).join('')}}\n`,
    routeInterface,
    `export const routes: Readonly<Record<keyof Operations, Route>> = {\n${operations.map(routeText).join('')}};\n`,
  ].join('\n');
}

/** The type of a schema; of an enumeration also a list of its values, for clients that offer a choice: DocumentStatus has documentStatuses. */
function schemaText(name: string, schema: JsonSchema): string {
  if (!schema.enum) return `export type ${name} = ${typeOf(schema)};\n`;
  const plural = `${name[0]?.toLowerCase()}${name.slice(1)}${name.endsWith('s') ? 'es' : 's'}`;
  const values = schema.enum.map((value) => `  ${typeOf({ const: value })},\n`).join('');
  return `export const ${plural} = [\n${values}] as const;\nexport type ${name} = (typeof ${plural})[number];\n`;
}

/** The extension of the schema of connectors, which the gateway writes from the list of them. */
interface ConnectorSchema {
  readonly 'x-connectors'?: Readonly<Record<string, { readonly segment: string }>>;
}

/** The facts of connectors, and the method of each: `googleDrive` of `GOOGLE_DRIVE`. */
function connectorsText(schema: ConnectorSchema | undefined): string {
  const facts = schema?.['x-connectors'] ?? {};
  const methods = Object.entries(facts).map(([name, { segment }]) => {
    const method = name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return `  ${method}: 'POST /v1/ingest/${segment}',\n`;
  });
  return [
    `/** Facts about each connector: its name for users, and how what it reads is chosen. */\nexport const connectorFacts = ${JSON.stringify(facts, null, 2)} as const;\n`,
    `/** The operation that reads from each connector, by the name of its method. */\nexport const connectorOperations = {\n${methods.join('')}} as const;\n`,
  ].join('\n');
}

/** The fields of the filter by source with their descriptions, for clients that offer them as options, arguments or inputs. */
function sourceFilterText(schema: JsonSchema | undefined): string {
  const fields = Object.entries(schema?.properties ?? {}).map(
    ([name, { title, description, anyOf = [] }]) => {
      const [label, text] = [title ?? name, description ?? name].map((words) => typeOf({ const: words }));
      const isMoment = anyOf.some(({ format }) => format === 'date-time');
      return `  { name: '${name}', label: ${label}, description: ${text}, isMoment: ${isMoment} },\n`;
    },
  );
  return `/** Fields by which documents are filtered by their source; a moment is a date, or a time with its offset, in ISO 8601. */\nexport const sourceFilterFields = [\n${fields.join('')}] as const;\n`;
}

/** The codes that a response's schema allows, wherever they lie in it. */
function errorCodes(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'code' ? ((child as { enum?: string[] }).enum ?? []) : errorCodes(child),
  );
}

const routeInterface = `/** The parts of an operation that sending it requires. */
export interface Route {
  /** Fields that go into the query; what is not in the path either goes into the body. */
  readonly query?: readonly string[];
  /** Takes an Idempotency-Key. */
  readonly key?: true;
  /** Its body is a form with a file. */
  readonly form?: true;
  /** It has no body although it is no GET. */
  readonly bare?: true;
  /** Its answer is no JSON. */
  readonly raw?: true;
  /** Its answer is a stream of events. */
  readonly events?: true;
}
`;

if (import.meta.main) {
  mkdirSync(dirname(sdkTypesPath), { recursive: true });
  writeFileSync(sdkTypesPath, sdkTypes(readFileSync('docs/openapi.json', 'utf8')));
  // Imports what was written.
  const { writeMethodLists } = await import('../docs/site/reference/methods.ts');
  writeMethodLists();
}
