import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readConfig } from '@docfleet/runtime/config';
import type { Ajv, ValidateFunction } from 'ajv';
import { z } from 'zod';
import type { DriveExchange } from './drive-fake.ts';

const contractsConfig = z.object({ VENDOR_CONTRACTS: z.string().optional() });

/** Folders beside the repository in which the vendors' descriptions may lie, because they are no part of it. */
const besideIt = ['../../../../../shared/contracts/', '../../../../../../shared/contracts/'];

/**
 * Returns the path of a vendor's description, in the folder that VENDOR_CONTRACTS names or beside the repository; undefined where this
 * machine has none.
 */
export function contractFile(name: string): string | undefined {
  const { VENDOR_CONTRACTS: folder } = readConfig(contractsConfig);
  const folders = folder ? [`${pathToFileURL(folder).href}/`] : besideIt;
  return folders
    .map((place) => fileURLToPath(new URL(name, new URL(place, import.meta.url))))
    .find((path) => existsSync(path));
}

interface Operation {
  readonly method: string;
  readonly form: RegExp;
  readonly request: ValidateFunction | undefined;
  /** Validators of responses by described status: `200`, `4XX`, `default`; undefined for one without a body. */
  readonly replies: ReadonlyMap<string, ValidateFunction | undefined>;
  /** Query parameters by name, with the validators of their values. */
  readonly parameters: ReadonlyMap<string, Parameter>;
}

interface Parameter {
  readonly validate: ValidateFunction | undefined;
  /** Whether the value is a list, of which each element is validated. */
  readonly isList: boolean;
}

type Json = { readonly [name: string]: unknown };
const at = (value: unknown, ...path: string[]): Json | undefined =>
  path.reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value) as Json | undefined;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const pointer = (...path: readonly string[]) =>
  `spec#/${path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** Whether a schema is Microsoft's expression of null in a choice; it would accept any object in its place. */
const isNullable = (value: Json): boolean =>
  Object.keys(value).length === 2 && value['type'] === 'object' && value['nullable'] === true;

/**
 * Returns a schema that a validator of plain JSON Schema accepts: without the keywords that it cannot process, and with `anyOf` for
 * `oneOf`, whose alternatives overlap.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, inner]) => {
    if ((name === 'example' || name === 'examples') && !at(inner, 'type')) return false;
    if (name === 'nullable' && !('type' in value)) return false;
    return name !== 'discriminator' && name !== 'format' && name !== 'pattern' && name !== '$id';
  });
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      const isChoice = (name === 'oneOf' || name === 'anyOf') && Array.isArray(inner);
      // Their alternatives overlap: what is a file is also a «generic source».
      return isChoice ? ['anyOf', inner.map(plainAlternative)] : [name, plain(inner)];
    }),
  );
}

const plainAlternative = (value: Json): unknown => (isNullable(value) ? { type: 'null' } : plain(value));

/** HTTP methods, to be distinguished from other keys of a path. */
const methodNames = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head'];
const jsonContent = ['content', 'application/json', 'schema'];

/** Pattern of path parameters whose values contain slashes. */
const longParameters = /^\{(path|ref|basehead|archive_format)\}$/;

/** Returns a pattern of the requests for a path of the description. */
const formOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/(\{[^}]*\})/)
      .map((part) => (!part.startsWith('{') ? escaped(part) : longParameters.test(part) ? '.+' : '[^/]+'))
      .join('')}$`,
  );

/** Returns the place of a part of the description, following a reference. */
function follow(spec: Json, place: readonly string[]): readonly string[] {
  const reference = at(spec, ...place)?.['$ref'];
  if (reference === undefined) return place;
  return follow(spec, String(reference).slice('#/'.length).split('/'));
}

interface Validators {
  readonly ajv: Ajv;
  /** Validator of query values, which are texts that stand for numbers and booleans. */
  readonly text: Ajv;
}

/** Returns the parameters at a place, each with its name. */
function parametersAt(spec: Json, { text }: Validators, place: readonly string[]) {
  const given = (at(spec, ...place) ?? []) as unknown as Json[];
  return given.map((_, index): [string, Parameter] => {
    const where = follow(spec, [...place, String(index)]);
    const isList = at(spec, ...where, 'schema')?.['type'] === 'array';
    const schema = isList ? [...where, 'schema', 'items'] : [...where, 'schema'];
    const validate = at(spec, ...schema) && text.compile({ $ref: pointer(...schema) });
    return [String(at(spec, ...where)?.['name'] ?? ''), { validate, isList }];
  });
}

function operationsOf(spec: Json, validators: Validators): Operation[] {
  const compile = (place: readonly string[]) =>
    at(spec, ...place) ? validators.ajv.compile({ $ref: pointer(...place) }) : undefined;
  return Object.entries(at(spec, 'paths') ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Json).flatMap(([method, operation]) => {
      if (!methodNames.includes(method)) return [];
      const here = ['paths', path, method];
      const replies = Object.keys(at(operation, 'responses') ?? {}).map((status) => {
        const reply = follow(spec, [...here, 'responses', status]);
        return [status, compile([...reply, ...jsonContent])] as const;
      });
      return {
        method: method.toUpperCase(),
        form: formOf(path),
        request: compile([...follow(spec, [...here, 'requestBody']), ...jsonContent]),
        replies: new Map(replies),
        parameters: new Map([
          ...parametersAt(spec, validators, ['paths', path, 'parameters']),
          ...parametersAt(spec, validators, [...here, 'parameters']),
        ]),
      };
    }),
  );
}

/**
 * Compares exchanges between an adapter and a fake with the vendor's own OpenAPI description; returns a sentence for each difference.
 * Undefined where this machine does not have the description. `base` precedes the description's paths.
 */
export async function describeExchanges(
  description: string,
  exchanges: readonly DriveExchange[],
  base = '',
): Promise<string[] | undefined> {
  const file = contractFile(description);
  if (!file) return undefined;
  const { Ajv } = await import('ajv');
  const spec = plain(JSON.parse(readFileSync(file, 'utf8'))) as Json;
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema(spec, 'spec');
  // Parameters are texts, which stand for numbers and the like.
  const text = new Ajv({ strict: false, validateFormats: false, logger: false, coerceTypes: true });
  text.addSchema(spec, 'spec');
  const paths = new Set(exchanges.map(({ request }) => request.path.slice(base.length)));
  // The more of a path is written out, the closer it describes a request.
  const used = Object.entries(at(spec, 'paths') ?? {})
    .filter(([path]) => [...paths].some((asked) => formOf(path).test(asked)))
    .toSorted(([a], [b]) => b.replace(/\{[^}]*\}/g, '').length - a.replace(/\{[^}]*\}/g, '').length);
  const operations = operationsOf({ ...spec, paths: Object.fromEntries(used) }, { ajv, text });
  return exchanges.flatMap((exchange) => compare(exchange, operations, base));
}

const saidBy = (validate: ValidateFunction) =>
  validate.errors
    ?.slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
    .join('; ');

/** Returns a sentence for each parameter of a request that differs from the description. */
function compareParameters(query: URLSearchParams, { parameters }: Operation): string[] {
  return [...query].flatMap(([key, value]) => {
    const parameter = parameters.get(key);
    if (!parameter) return [`has no parameter ${key}`];
    const { validate, isList } = parameter;
    const wrong = (isList ? value.split(',') : [value]).find((one) => validate && !validate(one));
    return wrong === undefined || !validate ? [] : [`${key}=${wrong} ${saidBy(validate)}`];
  });
}

/** Returns the described responses for a status: for itself, for its class (`4XX`), or the default; undefined when there are none. */
function replyOf({ replies }: Operation, status: number) {
  const described = [String(status), `${String(status)[0]}XX`, 'default'].find((key) => replies.has(key));
  return described === undefined ? undefined : { validate: replies.get(described) };
}

function compare({ request, status, body }: DriveExchange, operations: Operation[], base: string): string[] {
  const path = request.path.slice(base.length);
  const name = `${request.method} ${path}`;
  const found = operations.find(({ method, form }) => method === request.method && form.test(path));
  if (!found) return [`${name} is not described`];
  const findings = compareParameters(request.query, found);
  if (request.json !== undefined && found.request && !found.request(request.json))
    findings.push(`request: ${saidBy(found.request)}`);
  const reply = replyOf(found, status);
  // Vendors describe what they grant, and seldom where they refuse or lead on.
  if (!reply && status < 300) findings.push(`has no answer ${status}`);
  const isJson = typeof body === 'object' && body !== null && !(body instanceof Uint8Array);
  if (isJson && reply?.validate && !reply.validate(body))
    findings.push(`answer ${status}: ${saidBy(reply.validate)}`);
  return findings.map((finding) => `${name} ${finding}`);
}
