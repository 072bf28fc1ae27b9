import type { ApiResponse, Caller, CallOptions } from '../call.ts';
import type { Operation } from '../operations.ts';
import type { Place } from '../world.ts';
import type { Slot } from './slots.ts';

/** Id that a slot has instead of the caller's own. */
export interface Planted {
  readonly slot: Slot;
  readonly value: string;
}

/** Within a filter, what is planted stands alone: the rest of an example's could hide what is asked for. */
const isFilter = (step: string) => /filter/i.test(step);

function planted(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const within = isFilter(step) ? {} : (body as Record<string, unknown> | undefined)?.[step];
  return { ...(body as object), [step]: planted(within, rest, value) };
}

const contentOf = ({ slot, value }: Planted) => (slot.isList ? [value] : value);

/** The example of a body with the caller's own ids in the fields that the example has. */
function bodyOf({ example, json, form }: Operation, place: Place, plants: readonly Planted[]): unknown {
  if (!json && !form) return undefined;
  const own = 'namespaceId' in ((example ?? {}) as object) ? { namespaceId: place['namespaceId'] } : {};
  const base: unknown = { ...(example as object), ...own };
  const within = plants.filter(({ slot }) => slot.part === 'body');
  return within.reduce((body, plant) => planted(body, plant.slot.steps, contentOf(plant)), base);
}

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (name !== 'file') form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.set('file', new Blob(['A text.'], { type: 'text/plain' }), 'a.txt');
  return form;
}

function targetOf({ path, parameters }: Operation, place: Place, plants: readonly Planted[]): string {
  const plantedAt = (part: Slot['part'], name: string) =>
    plants.find(({ slot }) => slot.part === part && slot.steps[0] === name)?.value;
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(plantedAt('path', name) ?? place[name] ?? name),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, example }) => {
      const value = plantedAt('query', name) ?? (required ? (place[name] ?? example) : undefined);
      return value === undefined ? undefined : `${name}=${encodeURIComponent(String(value))}`;
    })
    .filter(Boolean);
  return filled + (query.length > 0 ? `?${query.join('&')}` : '');
}

interface From {
  readonly call: Caller;
  /** Owner of the ids in all other slots. */
  readonly place: Place;
  readonly plants?: readonly Planted[];
  readonly options?: CallOptions;
}

/** Makes the request of an operation's example with the ids of a place, and others where they are planted. */
export function sendTo(
  operation: Operation,
  { call, place, plants = [], options = {} }: From,
): Promise<ApiResponse> {
  const body = bodyOf(operation, place, plants);
  const content = operation.form
    ? { body: formOf(body as object) }
    : body === undefined
      ? {}
      : { json: body };
  return call(operation.method, targetOf(operation, place, plants), { ...content, ...options });
}

/** Parts of a response that differ each time and do not count: times, remaining requests, and whether the body had arrived. */
const restless = /^(date|x-request-id|x-ratelimit-(remaining|reset)|connection|keep-alive)$/;

/** A response as a caller could compare it with another: the planted id left out, of times their names alone. */
export function comparable({ status, headers, text }: ApiResponse, value = '<id>') {
  const shown = [...headers]
    .filter(([name]) => !restless.test(name))
    .map(([name, content]) => [name, name === 'server-timing' ? content.replace(/[\d.]+/g, '') : content]);
  const repeatable = text.replace(/"requestId":"[^"]+"/, '').replaceAll(value, '<id>');
  return { status, headers: Object.fromEntries(shown), text: repeatable };
}

const others: Readonly<Record<string, string>> = { a: 'b', z: 'y', '0': '1', '9': '8' };

/** An unknown id of the same form and length. */
export const missingLike = (value: string): string =>
  value.slice(0, -6) +
  value
    .slice(-6)
    .replace(/[a-f0-9]/g, (letter) => others[letter] ?? String.fromCharCode(letter.charCodeAt(0) - 1));
