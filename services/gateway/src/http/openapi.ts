import { fileResponse, isEventStream, pageResponse } from '@docfleet/api/route';
import type { z } from 'zod';
import { takesIdempotencyKey } from './idempotency.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import { errorEnvelope, errorResponses } from './openapi-errors.ts';
import { exampleOf } from './openapi-example.ts';
import { requestBodyOf } from './openapi-request.ts';
import { headersOfAll, headersOfLimits, sharedParts } from './openapi-shared.ts';
import { openApiTags } from './openapi-tags.ts';
import type { Route } from './route.ts';

type Components = Record<string, unknown>;

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
  const location = { description: 'Where the browser goes on', schema: { type: 'string', format: 'uri' } };
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
