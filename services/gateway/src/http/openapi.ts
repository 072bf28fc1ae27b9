import { fileResponse, isEventStream, pageResponse } from '@docfleet/api/route';
import type { z } from 'zod';
import { takesIdempotencyKey } from './idempotency.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import {
  errorEnvelope,
  errorResponses,
  headersOfAll,
  headersOfLimits,
  sharedParts,
} from './openapi-errors.ts';
import { exampleOf } from './openapi-example.ts';
import type { Route } from './route.ts';

/** Groups of operations by their tag, in the order of the reference, each with its introduction. */
const descriptions: Readonly<Record<string, string>> = {
  Namespaces:
    'A namespace is a collection of documents with its own embedding model, vector store and file store. It is named by its identifier, which is its name.',
  Ingestion:
    'Each request starts a run, which adds documents or updates those that it finds again, and answers 202 with the ids. What has not changed is not embedded again.',
  'Ingest job runs':
    'A run is one execution of an ingestion. It is COMPLETED when each of its documents has ended.',
  Documents:
    'A document is a text, a file, a page, a video or an item of a connection. Its status says where it is; changes of many documents take a filter.',
  Search: 'Searches return passages of documents with their scores and where they stand.',
  Answers: 'Answers are written by a chat model from what a search finds, each sentence with its citation.',
  Conversion: 'Files become Markdown, and nothing is kept.',
  Connections:
    'A connection is access to an account at a vendor. Its user agrees at the vendor, or settings are entered in place of a consent.',
  Webhooks: 'A webhook receives a signed request for each event of documents and runs.',
  Evaluation:
    'A golden set holds questions with what searches should find; an evaluation measures the searches of a namespace with it.',
  'API keys': 'A key belongs to an organization, and its scopes say what it may do.',
  Usage: 'What an organization ingests, stores and spends.',
  'Audit trail': 'Who changed what, for a year.',
  'OpenAI forms':
    'Some operations in the form of OpenAI, for clients that were written for its API. Their responses have no envelope.',
};

/** Returns the description of each group that occurs, the known ones first. */
function openApiTags(tags: ReadonlySet<string>): { name: string; description: string }[] {
  const known = Object.keys(descriptions).filter((name) => tags.has(name));
  return [...new Set([...known, ...tags])].map((name) => ({ name, description: descriptions[name] ?? name }));
}

type Components = Record<string, unknown>;

const uploadedFile = { type: 'string', contentMediaType: 'application/octet-stream' };
const exampleFile = 'Everyone has 30 days of leave.';

/** Returns the schema of a body and the examples in its metadata; zod itself drops those of schemas that transform. */
function describe(schema: z.ZodType, components: Components) {
  const { examples: _given, ...own } = toJsonSchema(schema, 'input', components);
  const given = (schema.meta()?.['examples'] ?? []) as readonly object[];
  return { own, given };
}

const withExamples = (schema: object, given: readonly object[]) => {
  const examples = Object.fromEntries(given.map((value, index) => [`example${index + 1}`, { value }]));
  return { schema, ...(given.length > 0 && { examples }) };
};

function formOf(form: z.ZodType, components: Components) {
  const { own, given } = describe(form, components);
  const {
    properties = {},
    required = [],
    ...more
  } = own as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  const schema = {
    ...more,
    properties: { ...properties, file: uploadedFile },
    required: [...required, 'file'],
  };
  return withExamples(
    schema,
    given.map((fields) => ({ ...fields, file: exampleFile })),
  );
}

/** Returns the description of a route's body: JSON, or a form with its file. */
function requestBodyOf(route: Route, components: Components) {
  if (route.body) {
    const { own, given } = describe(route.body, components);
    const content = { 'application/json': withExamples(own, given) };
    return { requestBody: { required: true, content } };
  }
  if (!route.multipart) return {};
  const content = { 'multipart/form-data': formOf(route.multipart, components) };
  return { requestBody: { required: true, content } };
}

/** Components that operations share: `schemas` by their id, error `responses` and `examples` by their codes. */
interface Shared {
  readonly schemas: Components;
  readonly responses: Components;
  readonly examples: Components;
}

const examplePage = '<!doctype html><title>Notion is connected</title>';

const referTo = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const successEnvelope = {
  type: 'object',
  properties: { success: { const: true }, message: { type: 'string' }, data: { type: 'object' } },
  required: ['success', 'message', 'data'],
  additionalProperties: false,
};

/** Returns the further responses of a route that serves a page: a redirect, and the page of a used or expired link; none for other routes. */
function browserResponses({ response }: Route) {
  if (response !== pageResponse) return {};
  const headers = referTo([...headersOfAll, ...headersOfLimits]);
  const location = {
    description: 'Address at which the browser goes on',
    schema: { type: 'string', format: 'uri' },
  };
  return {
    302: { description: 'The browser goes on', headers: { ...headers, Location: location }, content: {} },
    410: {
      description: 'A page that says that the link has been used or has expired',
      headers,
      content: { 'text/html': { schema: { type: 'string' }, example: examplePage } },
    },
  };
}

function eventStreamContent(event: z.ZodType, schemas: Components) {
  const schema = toJsonSchema(event, 'output', schemas);
  return { 'text/event-stream': { schema, example: exampleOf(schema, schemas as JsonSchema) } };
}

function successResponse(route: Route, { schemas }: Shared) {
  const headers = referTo([
    ...headersOfAll,
    ...headersOfLimits,
    ...(takesIdempotencyKey(route) ? ['Idempotency-Replayed'] : []),
  ]);
  const described = { description: route.summary, headers };
  if (route.response === pageResponse)
    return { ...described, content: { 'text/html': { schema: { type: 'string' }, example: examplePage } } };
  if (route.response === fileResponse) {
    const schema = { contentMediaType: 'application/octet-stream' };
    return { ...described, content: { '*/*': { schema, example: 'Everyone has 30 days of leave.' } } };
  }
  if (isEventStream(route.response))
    return { ...described, content: eventStreamContent(route.response.event, schemas) };
  const stream = route.events ? eventStreamContent(route.events, schemas) : {};
  const data = toJsonSchema(route.response, 'output', schemas);
  if (route.isBare) {
    const content = { 'application/json': { schema: data, example: exampleOf(data, schemas) }, ...stream };
    return { ...described, content };
  }
  const schema = { allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { data } }] };
  const example = { success: true, message: 'Done', data: exampleOf(data, schemas) };
  return { ...described, content: { 'application/json': { schema, example }, ...stream } };
}

/** Converts `webhookId` to `Id of the webhook`; undefined for other names. */
function defaultDescription(name: string): string | undefined {
  const [, noun] = /^(\w+)Id$/.exec(name) ?? [];
  return noun && `Id of the ${noun.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', components: Components) {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input', components) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description = defaultDescription(name), examples: _examples, ...own } = property;
    const example = exampleOf(property, components, name);
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      ...(example === undefined ? {} : { example }),
      schema: own,
    };
  });
}

/** Converts `post /v1/ingest/text` to `postIngestText`. */
const operationId = ({ method, path }: Route) =>
  method +
  path
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '' && part !== 'v1')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

function operationOf(route: Route, shared: Shared) {
  const { schemas } = shared;
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: route.tags,
    security: route.scope === 'public' ? [] : [{ apiKey: [route.scope] }],
    parameters: [
      ...parametersOf(route.params, 'path', schemas),
      ...parametersOf(route.query, 'query', schemas),
      ...(route.scope === 'public' ? [] : [{ $ref: '#/components/parameters/TenantId' }]),
      ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...requestBodyOf(route, schemas),
    responses: {
      [route.status]: successResponse(route, shared),
      ...(route.response === fileResponse && {
        206: { ...successResponse(route, shared), description: 'The bytes that `Range` names' },
      }),
      ...browserResponses(route),
      ...errorResponses(route, shared),
    },
  };
}

/** Returns the OpenAPI document of the whole API, derived from the routes so that it cannot differ from the service. */
export function openApiDocument(routes: readonly Route[]) {
  const shared: Shared = { schemas: { Success: successEnvelope }, responses: {}, examples: {} };
  shared.schemas['Error'] = toJsonSchema(errorEnvelope, 'output', shared.schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, shared) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'docfleet',
      version: '1',
      description: 'Ingests documents, makes them searchable in your own stores, and keeps them in sync.',
    },
    servers: [{ url: '/' }],
    tags: openApiTags(new Set(routes.flatMap(({ tags }) => tags))),
    paths,
    components: { ...shared, ...sharedParts },
  };
}
