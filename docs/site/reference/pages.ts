import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  adviceFor,
  type ErrorCode,
  type ErrorKind,
  errorCatalogue,
} from '../../../packages/platform/errors/src/index.ts';
import type { JsonSchema } from '../../../scripts/sdk-types/json-schema-type.ts';
import { anchorOf } from '../anchor.ts';
import { allOperations, api, type Described, errorsOf, slugOf } from './api.ts';
import { headOf, listFields } from './fields.ts';
import { curlOf, pythonOf, trialOf, typescriptOf } from './samples.ts';

const block = (language: string, label: string, code: string | undefined) =>
  code ? ['', `\`\`\`${language} [${label}]`, code, '```'] : [];

const samplesOf = (described: Described) => [
  '',
  '::: code-group',
  ...block('sh', 'curl', curlOf(described)),
  ...block('ts', 'TypeScript', typescriptOf(described)),
  ...block('python', 'Python', pythonOf(described)),
  '',
  ':::',
];

const trialBlock = (described: Described) => {
  const trial = trialOf(described);
  return trial === undefined ? [] : ['', '```try', trial, '```'];
};

const section = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? ['', `**${title}**`, '', ...lines] : [];

/** Describes the parameters of a path or a query. */
const parametersOf = ({ parameters }: Described, place: string) =>
  parameters
    .filter((parameter) => parameter.in === place)
    .flatMap(({ name, schema, required, description }) => [
      `- ${headOf(name, schema, required)}`,
      ...(description ? ['', `  ${description}`] : []),
    ]);

/** Returns the schema of a response's data, without the envelope that all have. */
const dataOf = (schema: JsonSchema): JsonSchema => {
  const data = schema.allOf?.[1]?.properties?.['data'];
  return data ?? schema;
};

function responseOf({ success }: Described): string[] {
  if (!success) return [];
  const { status, type, content } = success;
  const fields = listFields(dataOf(content.schema));
  const isText = typeof content.example === 'string';
  const example = isText ? String(content.example) : JSON.stringify(content.example, null, 2);
  return [
    ...section(`Response ${status}`, [`\`${type}\``]),
    '',
    `\`\`\`${isText ? 'text' : 'json'}`,
    example,
    '```',
    ...(fields.length > 0 ? ['', '::: details Fields of the response', '', ...fields, '', ':::'] : []),
  ];
}

const errorLink = (code: string) => `[\`${code}\`](./errors.md#${anchorOf(code)})`;

const errorList = (described: Described) =>
  errorsOf(described).map(([status, codes]) => `- ${status}: ${codes.map(errorLink).join(', ')}`);

/** Sections of the introduction that describe headers. */
const headerSections: Readonly<Record<string, string>> = {
  'X-Tenant-Id': 'authentication',
  'Idempotency-Key': 'repeating-requests',
};

/** Says which keys may call an operation, and which headers it takes. */
function accessOf({ operation, parameters }: Described): string {
  const [requirement] = operation.security;
  if (!requirement) return 'No API key is needed.';
  const [scope = 'read'] = requirement.apiKey;
  const headers = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => `[\`${name}\`](./index.md#${headerSections[name]})`);
  return `Needs the [scope](./index.md#authentication) \`${scope}\`. Takes the headers ${headers.join(', ')}.`;
}

/** Returns the section of an operation. */
const operationSection = (described: Described): string[] => [
  '',
  `## ${described.operation.summary}`,
  '',
  `\`${described.verb} ${described.path}\``,
  '',
  ...(described.operation.description ? [described.operation.description, ''] : []),
  accessOf(described),
  ...samplesOf(described),
  ...trialBlock(described),
  ...section('Path', parametersOf(described, 'path')),
  ...section('Query', parametersOf(described, 'query')),
  ...section(
    described.body?.isForm ? 'Form' : 'Body',
    described.body ? listFields(described.body.schema) : [],
  ),
  ...responseOf(described),
  '',
  '::: details Errors',
  '',
  ...errorList(described),
  '',
  ':::',
];

const operationsOf = (tag: string) => allOperations.filter(({ operation }) => operation.tags[0] === tag);

/** Returns the page of a group of operations. */
const groupPage = ({ name, description }: { name: string; description: string }): string =>
  [`# ${name}`, '', description, ...operationsOf(name).flatMap(operationSection), ''].join('\n');

/** Returns the page that describes the objects that several operations have in common. */
const objectsPage = (): string => {
  const described = Object.entries(api.components.schemas)
    .filter(([name]) => name !== 'Success')
    .map(([name, schema]) => ({ name, schema, fields: listFields(schema) }))
    .filter(({ fields }) => fields.length > 0)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const sections = described.flatMap(({ name, schema, fields }) => [
    '',
    `## ${name}`,
    '',
    ...(schema.description ? [schema.description, ''] : []),
    ...fields,
  ]);
  return [
    '# Objects',
    '',
    'Parts of requests and responses that several operations have in common.',
    ...sections,
    '',
  ].join('\n');
};

const intro =
  'Each error has a code of this list, which never changes its meaning, and a `message` for people, which may. [Errors](./index.md#errors) describes the envelope. Codes without a status are the `errorCode` of documents that failed.';

/** Statuses of an error code and the operations that may return it; empty for codes of documents alone. */
function returnedBy(code: string): { statuses: Set<string>; operations: Described[] } {
  const statuses = new Set<string>();
  const operations = allOperations.filter((described) => {
    const own = errorsOf(described).filter(([, codes]) => codes.includes(code));
    for (const [status] of own) statuses.add(status);
    return own.length > 0;
  });
  return { statuses, operations };
}

const linkTo = ({ operation: { summary, tags } }: Described) =>
  `[${summary}](./${slugOf(tags[0])}.md#${anchorOf(summary)})`;

/** Max operations that a code names; more are called many. */
const maxOperationsNamed = 12;

function errorSection(code: string): string[] {
  const { statuses, operations } = returnedBy(code);
  const advice = adviceFor(code);
  const isCommon = operations.length > maxOperationsNamed;
  if (statuses.size === 0 && !advice) return [];
  return [
    '',
    `## ${code}`,
    ...(statuses.size > 0 ? ['', `Status ${[...statuses].join(', ')}. ${meaningOf(code)}`] : []),
    ...(advice ? ['', advice] : []),
    ...(operations.length > 0 && !isCommon ? ['', `Of: ${operations.map(linkTo).join(' · ')}`] : []),
  ];
}

/** Meanings of error codes by the kind of the error. */
const meanings: Readonly<Record<ErrorKind, string>> = {
  invalid: 'The request is wrong: the message says what, `details.issues` each field.',
  unauthenticated: 'No API key was sent, or one that does not exist, was revoked or has expired.',
  forbidden: 'The API key has no scope for this.',
  'not-found': 'Nothing of the organization and tenant has this id.',
  'method-not-allowed': 'The path does not support this method.',
  conflict: 'The request contradicts what is there: the message says how.',
  'too-large': 'The body is larger than it may be.',
  'unsupported-media': 'The body has a type that is not supported.',
  'rate-limited': 'A limit is reached: wait as long as `Retry-After` says.',
  internal:
    'A fault of the service with the status 500; with 502 a failure of an outside service, which `details.reason` describes.',
  upstream: 'An outside service does not respond.',
  unavailable: 'The service cannot do this at the moment: repeat it after `Retry-After`.',
  timeout: 'It took longer than it may.',
};
const meaningOf = (code: string) => meanings[errorCatalogue[code as ErrorCode]];

/** Returns the page of error codes, to which the `link` of each error leads. */
const errorsPage = (): string =>
  ['# Error codes', '', intro, ...Object.keys(errorCatalogue).sort().flatMap(errorSection), ''].join('\n');

/** Returns the last section of the introduction: all pages of the reference. */
const listOfGroups = (): string =>
  [
    '',
    '## Operations',
    '',
    ...api.tags.map(({ name, description }) => `- [${name}](./${slugOf(name)}.md): ${description}`),
    '- [Objects](./objects.md): parts of requests and responses that several operations have in common',
    '- [Error codes](./errors.md): each with its status and what to do',
    '',
  ].join('\n');

/** Writes the pages of the reference into a folder, beside its introduction, to which it adds a list of them. */
export async function writeReference(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await appendFile(join(folder, 'index.md'), listOfGroups());
  const pages = [
    ...api.tags.map((tag) => [slugOf(tag.name), groupPage(tag)] as const),
    ['objects', objectsPage()] as const,
    ['errors', errorsPage()] as const,
  ];
  await Promise.all(pages.map(([name, text]) => writeFile(join(folder, `${name}.md`), text)));
}

/** Entries of the sidebar beside the reference: each group with its operations. */
export const referenceSidebar = () => [
  { text: 'Introduction', link: '/api/' },
  ...api.tags.map(({ name }) => ({
    text: name,
    link: `/api/${slugOf(name)}`,
    collapsed: true,
    items: operationsOf(name).map(({ operation: { summary } }) => ({
      text: summary,
      link: `/api/${slugOf(name)}#${anchorOf(summary)}`,
    })),
  })),
  { text: 'Objects', link: '/api/objects' },
  { text: 'Error codes', link: '/api/errors' },
];
