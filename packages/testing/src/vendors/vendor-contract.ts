import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readConfig } from '@docfleet/runtime/config';
import type { Ajv, ValidateFunction } from 'ajv';
import { z } from 'zod';
import type { DriveExchange } from './drive-fake.ts';

const contractsConfig = z.object({ VENDOR_CONTRACTS: z.string().optional() });

/** The vendors' descriptions are not part of the repository; they may lie beside it. */
const besideIt = ['../../../../../shared/contracts/', '../../../../../../shared/contracts/'];

/** Where a vendor's own description is, in the folder that VENDOR_CONTRACTS names or beside the repository; undefined where this machine has none. */
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
  readonly replies: ReadonlyMap<string, ValidateFunction>;
  /** Query parameters by their names, with what their values have to be. */
  readonly parameters: ReadonlyMap<string, ValidateFunction | undefined>;
}

type Json = { readonly [name: string]: unknown };
const at = (value: unknown, ...path: string[]): Json | undefined =>
  path.reduce<unknown>((inner, name) => (inner as Json | undefined)?.[name], value) as Json | undefined;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const pointer = (...path: string[]) =>
  `spec#/${path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** What of a description a validator of plain JSON Schema stumbles over. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, inner]) => {
    if ((name === 'example' || name === 'examples') && !at(inner, 'type')) return false;
    if (name === 'nullable' && !('type' in value)) return false;
    return name !== 'discriminator' && name !== 'format' && name !== 'pattern' && name !== '$id';
  });
  // Their alternatives overlap: what is a file is also a «generic source».
  return Object.fromEntries(
    entries.map(([name, inner]) => [name === 'oneOf' ? 'anyOf' : name, plain(inner)]),
  );
}

/** Methods of HTTP beside the other keys of a path. */
const methodNames = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head'];

function operationsOf(spec: Json, ajv: Ajv, text: Ajv): Operation[] {
  const compile = (...path: string[]) =>
    at(spec, ...path) ? ajv.compile({ $ref: pointer(...path) }) : undefined;
  // Lists come as one text with commas: what is in them is not looked at.
  const compileParameter = (parameter: Json, place: readonly string[]) =>
    at(parameter, 'schema') && at(parameter, 'schema')?.['type'] !== 'array'
      ? text.compile({ $ref: pointer(...place, 'schema') })
      : undefined;
  /** The parameters at a place, each with its name; some are references to the description's components. */
  const parametersAt = (...place: string[]) =>
    ((at(spec, ...place) ?? []) as unknown as Json[]).map((given, index) => {
      const reference = given['$ref'];
      const where =
        reference === undefined ? [...place, String(index)] : String(reference).slice(2).split('/');
      const parameter = reference === undefined ? given : (at(spec, ...where) ?? {});
      return [String(parameter['name'] ?? ''), compileParameter(parameter, where)] as const;
    });
  const content = ['content', 'application/json', 'schema'];
  return Object.entries(at(spec, 'paths') ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Json).flatMap(([method, operation]) => {
      if (!methodNames.includes(method)) return [];
      const responses = Object.keys(at(operation, 'responses') ?? {});
      const replies = responses.flatMap((status) => {
        const validate = compile('paths', path, method, 'responses', status, ...content);
        return validate ? [[status, validate] as const] : [];
      });
      return {
        method: method.toUpperCase(),
        form: new RegExp(
          `^${path
            .split(/\{[^}]*\}/)
            .map(escaped)
            .join('[^/]+')}$`,
        ),
        request: compile('paths', path, method, 'requestBody', ...content),
        replies: new Map(replies),
        parameters: new Map([
          ...parametersAt('paths', path, 'parameters'),
          ...parametersAt('paths', path, method, 'parameters'),
        ]),
      };
    }),
  );
}

/**
 * Compares what was said between an adapter and a fake with the vendor's own OpenAPI description: what is not as described, a sentence
 * each. Undefined where this machine does not have the description. `base` precedes the description's paths.
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
  const used = Object.entries(at(spec, 'paths') ?? {}).filter(([path]) => {
    const form = new RegExp(
      `^${path
        .split(/\{[^}]*\}/)
        .map(escaped)
        .join('[^/]+')}$`,
    );
    return [...paths].some((asked) => form.test(asked));
  });
  const operations = operationsOf({ ...spec, paths: Object.fromEntries(used) }, ajv, text);
  return exchanges.flatMap((exchange) => compare(exchange, operations, base));
}

function compare({ request, status, body }: DriveExchange, operations: Operation[], base: string): string[] {
  const path = request.path.slice(base.length);
  const name = `${request.method} ${path}`;
  const found = operations.find(({ method, form }) => method === request.method && form.test(path));
  if (!found) return [`${name} is not described`];
  const unknown = [...request.query.keys()].filter((key) => !found.parameters.has(key));
  const findings = unknown.map((key) => `${name} has no parameter ${key}`);
  for (const [key, value] of request.query) {
    const validate = found.parameters.get(key);
    if (validate && !validate(value))
      findings.push(`${name}: ${key}=${value} ${validate.errors?.map(({ message }) => message).join('; ')}`);
  }
  const judge = (what: string, validate: ValidateFunction | undefined, value: unknown) => {
    if (!validate || validate(value)) return;
    const said = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);
    findings.push(`${name}, ${what}: ${said?.slice(0, 5).join('; ')}`);
  };
  if (request.json !== undefined) judge('request', found.request, request.json);
  const reply = found.replies.get(String(status)) ?? found.replies.get('default');
  if (typeof body === 'object' && !(body instanceof Uint8Array)) judge(`answer ${status}`, reply, body);
  return findings;
}
