import type { JsonSchema } from '../src/http/json-schema.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { routes } from '../src/routes.ts';
import { openSchemas } from './open-schemas.ts';

/** A parameter as the description has it, without references. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface Media {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Response {
  readonly content: Readonly<Record<string, Media>>;
}

/** One operation of the description. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema of a JSON body, of a form, or neither. */
  readonly json: JsonSchema | undefined;
  readonly form: JsonSchema | undefined;
  /** A body as its author wrote it down. */
  readonly example: unknown;
  readonly responses: ReadonlyMap<number, Response>;
}

interface Described {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Response;
  readonly responses: Readonly<Record<string, Response>>;
}

/** The description that is served, as plain JSON. */
const description = JSON.parse(JSON.stringify(openApiDocument(routes))) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
};

export const { resolve, problemsOf } = openSchemas(description);

const entries = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method, described })),
);

/** Everything that the description promises to serve. */
export const operations: readonly Operation[] = entries.map(({ path, method, described }) => ({
  method: method.toUpperCase(),
  path,
  parameters: described.parameters.map((parameter) => resolve<Parameter>(parameter)),
  json: described.requestBody?.content['application/json']?.schema,
  form: described.requestBody?.content['multipart/form-data']?.schema,
  example: Object.values(Object.values(described.requestBody?.content ?? {})[0]?.examples ?? {})[0]?.value,
  responses: new Map(
    Object.entries(described.responses).map(([status, response]) => [Number(status), resolve(response)]),
  ),
}));

const patterns = operations.map(
  (operation) =>
    [
      operation,
      new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    ] as const,
);

/** Returns the operations of a request target, with any method. */
export function operationsAt(target: string): Operation[] {
  const path = target.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/)[0] ?? '';
  return patterns.filter(([, pattern]) => pattern.test(path)).map(([operation]) => operation);
}
