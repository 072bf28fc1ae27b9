import fc from 'fast-check';
import type { JsonSchema } from '../../src/http/json-schema.ts';
import { localConfigs } from '../start-test-gateway.ts';
import { hostileJson, hostileKey } from './hostile.ts';
import { fromPool, type Pools, schemaArbitrary } from './schema-arbitrary.ts';

type Path = readonly (string | number)[];

const valueMarker = '@@value@@';
const keyMarker = '@@key@@';

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';

/** The paths of all values in a value, its own included. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const children = isObject(value) ? Object.entries(value) : [];
  return [path, ...children.flatMap(([key, child]) => pathsIn(child, [...path, key]))];
}

/** A copy with something else at a path. */
function changedAt(value: unknown, [step, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  const entries = Object.entries(value as object).map(([key, child]) => [
    key,
    key === step ? changedAt(child, rest, change) : child,
  ]);
  return Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

const stringify = (value: unknown) => JSON.stringify(value) ?? 'null';
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

/** The value with a hostile text in the place of one of its parts. */
const withValue = (value: unknown) =>
  fc
    .tuple(fc.constantFrom(...pathsIn(value)), hostileJson)
    .map(([path, hostile]) =>
      utf8(stringify(changedAt(value, path, () => valueMarker))).replace(`"${valueMarker}"`, () => hostile),
    );

/** The value without one of its parts. */
const withoutPart = (value: unknown) =>
  fc.constantFrom(...pathsIn(value)).map((path) => utf8(stringify(changedAt(value, path, () => undefined))));

/** The value with one more field in one of its objects: an unknown one, a dangerous one, or one that is there already. */
function withKey(value: unknown) {
  const places = pathsIn(value).filter((path) => path.length === 0 || !path.includes('0'));
  return fc
    .tuple(fc.constantFrom(...places), hostileKey, hostileJson, fc.boolean())
    .map(([path, key, hostile, twice]) => {
      let own: string | undefined;
      const changed = changedAt(value, path, (part) => {
        if (!isObject(part) || Array.isArray(part)) return part;
        own = Object.keys(part)[0];
        return { ...part, [keyMarker]: valueMarker };
      });
      const name = twice && own !== undefined ? utf8(JSON.stringify(own)) : key;
      return utf8(stringify(changed)).replace(`"${keyMarker}":"${valueMarker}"`, () => `${name}:${hostile}`);
    });
}

/** The body of the description's example, for a namespace that exists. */
function exampleBody(example: unknown, pools: Pools): fc.Arbitrary<unknown>[] {
  if (!isObject(example)) return [];
  const name = fc.uuid();
  if ('namespaceId' in example)
    return [fromPool(pools, 'namespaceId').map((namespaceId) => ({ ...example, namespaceId }))];
  // In OpenAI's form a namespace is a model.
  if ('model' in example) return [fromPool(pools, 'namespaceId').map((model) => ({ ...example, model }))];
  if ('goldenSetId' in example)
    return [fromPool(pools, 'goldenSetId').map((goldenSetId) => ({ ...example, goldenSetId }))];
  if (!('name' in example)) return [fc.constant(example)];
  // A created object needs a unique name, and configurations that need no account.
  const configs = 'fileStorageConfig' in example ? localConfigs : {};
  return [name.map((created) => ({ ...example, ...configs, name: created }))];
}

/** Texts of JSON as latin1 of their bytes: valid for a schema, nearly valid, or nothing of the kind. */
export function jsonText(schema: JsonSchema, example: unknown, pools: Pools): fc.Arbitrary<string> {
  const valid = fc.oneof(schemaArbitrary(schema, pools), ...exampleBody(example, pools));
  return fc.oneof(
    { weight: 50, arbitrary: valid.map((value) => utf8(stringify(value))) },
    { weight: 25, arbitrary: valid.chain(withValue) },
    { weight: 8, arbitrary: valid.chain(withoutPart) },
    { weight: 12, arbitrary: valid.chain(withKey) },
    { weight: 5, arbitrary: hostileJson },
  );
}
