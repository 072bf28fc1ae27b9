import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import type { StubRequest } from '../../stub-server.ts';

interface Media {
  readonly content?: Record<string, { readonly schema: object }>;
}

interface Operation {
  readonly requestBody?: Media;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Record<string, Media>;
}

type Paths = Record<string, Record<string, Operation>>;

/**
 * Returns a schema that refuses what the description does not name, where it would let anything pass, and that knows null as JSON Schema does.
 */
function closed(value: unknown, isOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => closed(one));
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...given } = value as Record<string, unknown>;
  if (nullable === true && Object.keys(given).length === 0) return { type: 'null' };
  const entries = Object.entries(given).map(([name, inner]) => [
    name,
    closed(inner, !isOfNames && (name === 'properties' || name === 'schemas')),
  ]);
  const schema = Object.fromEntries(entries) as Record<string, unknown>;
  if (isOfNames) return schema;
  if (nullable === true && typeof schema['type'] === 'string') schema['type'] = [schema['type'], 'null'];
  const isOpen = 'additionalProperties' in schema || 'allOf' in schema || 'anyOf' in schema;
  return 'properties' in schema && !isOpen ? { ...schema, additionalProperties: false } : schema;
}

const said = ({ errors }: ValidateFunction): string =>
  (errors ?? [])
    .slice(0, 4)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');

const formOf = (path: string) => new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`);

export interface Described {
  /** Returns how a request differs from the description; undefined when it does not. */
  request(request: StubRequest): string | undefined;
  /** Returns how an answer to it differs. */
  answer(request: StubRequest, status: number, body: unknown): string | undefined;
}

/** Opens Qdrant's own description of its API, as far as docfleet calls it (`openapi.json`, from version 1.19.0). */
export function openDescription(): Described {
  const text = readFileSync(new URL('./openapi.json', import.meta.url), 'utf8');
  const { paths, components } = closed(JSON.parse(text)) as { paths: Paths; components: object };
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema({ $id: 'qdrant', components });
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (media: Media | undefined): ValidateFunction | undefined => {
    const schema = media?.content?.['application/json']?.schema;
    if (!schema) return undefined;
    const known = compiled.get(schema);
    if (known) return known;
    const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"qdrant#/components'));
    const made = ajv.compile(local);
    compiled.set(schema, made);
    return made;
  };
  const differs = (media: Media | undefined, value: unknown) => {
    const validate = validatorOf(media);
    return validate && !validate(value) ? said(validate) : undefined;
  };
  const find = ({ method, path }: StubRequest) =>
    Object.entries(paths).find(([form]) => formOf(form).test(path))?.[1][method.toLowerCase()];
  return {
    request(request) {
      const operation = find(request);
      if (!operation) return 'is not described';
      const known = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
      const unknown = [...request.query.keys()].find((name) => !known.includes(name));
      if (unknown !== undefined) return `has no parameter ${unknown}`;
      return operation.requestBody && differs(operation.requestBody, request.json);
    },
    answer(request, status, body) {
      const { responses } = find(request) ?? { responses: {} };
      return differs(responses[String(status)] ?? responses[`${String(status)[0]}XX`], body);
    },
  };
}
