import { operations } from '../../../packages/clients/sdk/src/operations.ts';
import type { Described } from './api.ts';

const address = 'http://localhost:4000';
const width = 90;

/** Syntax of values in a language. */
interface Notation {
  readonly key: (name: string) => string;
  readonly text: (value: string) => string;
  readonly constants: Readonly<Record<string, string>>;
  readonly indent: string;
  /** Inside of the braces of an object on one line. */
  readonly space: string;
  /** Behind the last part of a value on several lines. */
  readonly end: string;
}

const json: Notation = {
  key: JSON.stringify,
  text: JSON.stringify,
  constants: {},
  indent: '  ',
  space: ' ',
  end: '',
};
const python: Notation = {
  ...json,
  constants: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
  space: '',
  end: ',',
};
const typescript: Notation = {
  ...json,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`),
  text: (value) => (/['\n\\]/.test(value) ? JSON.stringify(value) : `'${value}'`),
  end: ',',
};

/** Stands for the bytes of a form's file in TypeScript. */
const opened = Symbol('file');

/** Writes a value, on one line where it fits. */
function literal(value: unknown, notation: Notation, indent = ''): string {
  if (value === opened) return "await openAsBlob('leave.md')";
  if (typeof value === 'string') return notation.text(value);
  if (value === null || typeof value !== 'object')
    return notation.constants[String(value)] ?? JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  if (Object.keys(value).length === 0) return `${open}${close}`;
  const inner = indent + notation.indent;
  const write = (from: string) =>
    Object.entries(value).map(([name, part]) =>
      isList ? literal(part, notation, from) : `${notation.key(name)}: ${literal(part, notation, from)}`,
    );
  const space = isList ? '' : notation.space;
  const line = `${open}${space}${write('').join(', ')}${space}${close}`;
  if (!line.includes('\n') && line.length + indent.length < width) return line;
  return `${open}\n${inner}${write(inner).join(`,\n${inner}`)}${notation.end}\n${indent}${close}`;
}

/** Converts `ingestJobRunId` to `ingest_job_run_id`, as the Python SDK names it. */
export const snake = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();

const keywords = ['from', 'in', 'is', 'not', 'global', 'class'];
const argument = (name: string) => snake(name) + (keywords.includes(name) ? '_' : '');

/** Methods of OpenAI's clients, in TypeScript and Python, for the operations that have their form. */
const openAiMethods: Readonly<Record<string, string>> = {
  'POST /v1/chat/completions': 'chat.completions.create',
  'GET /v1/vector_stores': 'vectorStores.list',
  'GET /v1/vector_stores/{vectorStoreId}': 'vectorStores.retrieve',
  'POST /v1/vector_stores/{vectorStoreId}/search': 'vectorStores.search',
  'GET /v1/vector_stores/{vectorStoreId}/files': 'vectorStores.files.list',
  'GET /v1/vector_stores/{vectorStoreId}/files/{fileId}': 'vectorStores.files.retrieve',
  'GET /v1/models': 'models.list',
  'GET /v1/models/{modelId}': 'models.retrieve',
  'GET /v1/files': 'files.list',
  'GET /v1/files/{fileId}': 'files.retrieve',
  'GET /v1/files/{fileId}/content': 'files.content',
  'POST /v1/responses': 'responses.create',
  'POST /v1/embeddings': 'embeddings.create',
  'GET /v1/vector_stores/{vectorStoreId}/files/{fileId}/content': 'vectorStores.files.content',
  'POST /v1/retrieval': 'post',
};

const methodNames = new Map<string, string>(
  Object.entries(operations).flatMap(([group, methods]) =>
    Object.entries(methods).map(([method, name]) => [name, `${group}.${method}`] as const),
  ),
);

/** Name of the method of an operation in the SDKs, as `documents.list`, or in OpenAI's clients. */
const methodOf = ({ verb, path }: Described) => methodNames.get(`${verb} ${path}`);

type Fields = Readonly<Record<string, unknown>>;

/** Returns the values of an example: those of path and query that are required, and those of the body. */
function exampleOf({ parameters, body }: Described) {
  const of = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place && parameter.required)
      .map(({ name, example }) => [name, example] as const);
  return {
    path: Object.fromEntries(of('path')) as Fields,
    query: Object.fromEntries(of('query')) as Fields,
    body: (body?.example ?? {}) as Fields,
  };
}

const isStream = ({ success }: Described) => success?.type === 'text/event-stream';

const shellText = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns an example of a request with curl. */
export function curlOf(described: Described): string {
  const { verb, path, body, operation } = described;
  const example = exampleOf(described);
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(example.path[name])),
  );
  const query = new URLSearchParams(example.query as Record<string, string>).toString();
  const method = verb === 'GET' || (verb === 'POST' && body) ? '' : ` -X ${verb}`;
  const lines = [`curl${method} ${shellText(`${address}${filled}${query && `?${query}`}`)}`];
  if (operation.security.length > 0) lines.push("-H 'Authorization: Bearer df_live_…'");
  if (body?.isForm)
    for (const [name, value] of Object.entries(example.body))
      lines.push(
        name === 'file'
          ? '-F file=@leave.md'
          : `-F ${shellText(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`,
      );
  else if (body) {
    lines.push("-H 'Content-Type: application/json'", `-d ${shellText(literal(example.body, json, '  '))}`);
  }
  return lines.join(' \\\n  ');
}

/** Returns the request that a visitor sends from the page, as JSON on one line; undefined for a stream of events, which does not end. */
export function trialOf(described: Described): string | undefined {
  const { verb, path, parameters, body, operation } = described;
  if (isStream(described)) return undefined;
  const fields = Object.entries((body?.example ?? {}) as Fields).filter(([name]) => name !== 'file');
  return JSON.stringify({
    method: verb,
    path,
    parameters: parameters
      .filter((parameter) => parameter.in !== 'header')
      .map((parameter) => ({
        name: parameter.name,
        place: parameter.in,
        required: parameter.required,
        // An id of an example is nobody's: the visitor enters one.
        value: parameter.name === 'namespaceId' ? String(parameter.example ?? '') : '',
      })),
    ...(body && { body: JSON.stringify(Object.fromEntries(fields), null, 2) }),
    isForm: body?.isForm ?? false,
    needsKey: operation.security.length > 0,
  });
}

/** Values of a form as the SDKs take them: objects, not their JSON texts. */
const parsed = (value: unknown): unknown =>
  typeof value === 'string' && /^[{[]/.test(value) ? JSON.parse(value) : value;

/** Fields of path, query and body as one object, as the methods of both SDKs take them; without a form's file. */
function argumentsOf(described: Described): Fields {
  const { path, query, body } = exampleOf(described);
  if (!described.body?.isForm) return { ...path, ...query, ...body };
  const fields = Object.entries(body).filter(([name]) => name !== 'file');
  return { ...path, ...query, ...Object.fromEntries(fields.map(([name, value]) => [name, parsed(value)])) };
}

function typescriptCall(described: Described, method: string): string {
  const file = { name: 'leave.md', content: opened };
  const text = literal({ ...argumentsOf(described), ...(described.body?.isForm && { file }) }, typescript);
  return `client.${method}(${text === '{}' ? '' : text})`;
}

/** Returns an example with the TypeScript SDK. */
export function typescriptOf(described: Described): string | undefined {
  const method = methodOf(described);
  if (!method) return openAiOf(described, typescript);
  const call = typescriptCall(described, method);
  const imports = described.body?.isForm ? "import { openAsBlob } from 'node:fs';\n\n" : '';
  if (isStream(described)) return `${imports}for await (const event of ${call}) console.log(event);`;
  return `${imports}const result = await ${call};`;
}

function pythonArguments(fields: Fields): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `${argument(name)}=${literal(value, python, '    ')}`,
  );
  const line = parts.join(', ');
  const fits = !line.includes('\n') && line.length < width - 20;
  return fits ? line : `\n${parts.map((part) => `    ${part},\n`).join('')}`;
}

/** Returns an example with the Python SDK. */
export function pythonOf(described: Described): string | undefined {
  const method = methodOf(described);
  if (!method) return openAiOf(described, python);
  const fields = argumentsOf(described);
  const given = pythonArguments(described.body?.isForm ? { ...fields, file: 'leave.md' } : fields);
  const call = `client.${snake(method)}(${given})`;
  return isStream(described) ? `for event in ${call}:\n    print(event)` : `result = ${call}`;
}

/** Returns what a method of OpenAI's clients takes: ids, then the fields; a file of a vector store before its store, which is named. */
function openAiArguments(
  { method, path, body }: { readonly method: string; readonly path: Fields; readonly body: Fields },
  notation: Notation,
): string {
  const isPython = notation === python;
  const named = (fields: Fields) => (isPython ? pythonArguments(fields) : literal(fields, notation));
  if (method === 'post') {
    const sent = isPython
      ? `body=${literal(body, notation)}, cast_to=object`
      : `{ body: ${literal(body, notation)} }`;
    return `${literal('/retrieval', notation)}, ${sent}`;
  }
  const { vectorStoreId, fileId } = path;
  if (vectorStoreId !== undefined && fileId !== undefined)
    return `${literal(fileId, notation)}, ${named({ vector_store_id: vectorStoreId })}`;
  const ids = Object.values(path).map((value) => literal(value, notation));
  return [...ids, ...(Object.keys(body).length > 0 ? [named(body)] : [])].join(', ');
}

/** Returns an example with OpenAI's client of a language. */
function openAiOf(described: Described, notation: Notation): string | undefined {
  const method = openAiMethods[`${described.verb} ${described.path}`];
  if (!method) return undefined;
  const { path, body } = exampleOf(described);
  const isPython = notation === python;
  const given = openAiArguments({ method, path, body }, notation);
  return isPython
    ? `openai = OpenAI(base_url="${address}/v1", api_key="df_live_…")\nresult = openai.${snake(method)}(${given})`
    : `const openai = new OpenAI({ baseURL: '${address}/v1', apiKey: 'df_live_…' });\nconst result = await openai.${method}(${given});`;
}
