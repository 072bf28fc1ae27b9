import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../../../scripts/sdk-types/json-schema-type.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: JsonSchema;
}

interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  readonly security: readonly { readonly apiKey: readonly string[] }[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Api {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** An operation with what pages and samples need to know of it. */
export interface Described {
  readonly operation: Operation;
  /** As `POST`. */
  readonly verb: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body:
    | { readonly isForm: boolean; readonly schema: JsonSchema; readonly example: unknown }
    | undefined;
  readonly success: { readonly status: string; readonly type: string; readonly content: Content } | undefined;
}

export const api = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as Api;

/** Name of the component that a reference leads to. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Follows the reference of a schema; returns a schema without one as it is. */
export const resolve = (schema: JsonSchema): JsonSchema =>
  schema.$ref ? (api.components.schemas[nameOf(schema.$ref)] ?? {}) : schema;

/** Converts a heading to the name of its page: `Ingest job runs` to `ingest-job-runs`. */
export const slugOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

const firstExample = ({ example, examples = {} }: Content) => example ?? Object.values(examples)[0]?.value;

function describe(verb: string, path: string, operation: Operation): Described {
  const [type, sent] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [status, response] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? [];
  const [received, content] = Object.entries(response?.content ?? {})[0] ?? [];
  return {
    operation,
    verb: verb.toUpperCase(),
    path,
    parameters: operation.parameters.map((parameter) =>
      '$ref' in parameter ? (api.components.parameters[nameOf(parameter.$ref)] as Parameter) : parameter,
    ),
    body: sent && {
      isForm: type === 'multipart/form-data',
      schema: sent.schema,
      example: firstExample(sent),
    },
    success: status && received && content ? { status, type: received, content } : undefined,
  };
}

/** Every operation, in the order of the description. */
export const allOperations: readonly Described[] = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([verb, operation]) => describe(verb, path, operation)),
);

/** Errors that an operation may return: their codes by status. */
export const errorsOf = ({ operation }: Described): [status: string, codes: readonly string[]][] =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { $ref = '' }]) => [
      status,
      (api.components.responses[nameOf($ref)]?.description ?? '').split(', ').filter(Boolean),
    ]);
