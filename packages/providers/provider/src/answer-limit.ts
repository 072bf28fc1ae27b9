import { setImmediate } from 'node:timers/promises';
import { startSlices } from '@docfleet/runtime/slices';
import { z } from 'zod';

/**
 * Limits of a response body. In an event stream `containers` and `values` hold for each event, as events are parsed one at a time, and
 * `bytes` for all together.
 */
export interface AnswerLimit {
  readonly bytes: number;
  /** Lists and objects: each costs many times as much to parse as the bytes that it takes. */
  readonly containers: number;
  /** JSON values, counted by their commas. */
  readonly values: number;
  /** Bytes of an event; unset: the answer is no stream. */
  readonly eventBytes?: number;
}

const mebibyte = 1024 * 1024;

/** Room for the largest answer that the declared limits allow: 2,048 vectors of 3,072 floats in base64 are 34 MB. */
export const defaultLimit: AnswerLimit = { bytes: 64 * mebibyte, containers: 20_000, values: 8_000_000 };

/** Of the shortest events the SDK reads as many in some milliseconds. */
const streamStepBytes = 2_048;

/** Limits of a stream's event, which holds one or a few tokens and their details. */
export const streamLimit: AnswerLimit = {
  bytes: 8 * mebibyte,
  containers: 1_000,
  values: 10_000,
  eventBytes: mebibyte,
};

const [quote, backslash, comma, bracket, brace, feed, carriageReturn] = [
  '"',
  '\\',
  ',',
  '[',
  '{',
  '\n',
  '\r',
].map((sign) => sign.charCodeAt(0)) as [number, number, number, number, number, number, number];

function slashesBefore(part: Uint8Array, end: number, start: number): number {
  let at = end;
  while (at > start && part[at - 1] === backslash) at -= 1;
  return end - at;
}

/** Returns the index of the quote that ends a JSON string, or the length of the part if the string goes on in the next one. */
function endOfText(part: Uint8Array, start: number): number {
  for (let at = part.indexOf(quote, start); at >= 0; at = part.indexOf(quote, at + 1))
    if (slashesBefore(part, at, start) % 2 === 0) return at;
  return part.length;
}

/** Counts the elements of JSON as its parts arrive, wherever they are split; returns whether it is within the limits so far. */
function createCount({ containers: maxContainers, values: maxValues, eventBytes }: AnswerLimit) {
  let [containers, values, bytes] = [0, 0, 0];
  let [isText, isEscaped, isLineEmpty] = [false, false, true];
  const isWithin = () =>
    containers <= maxContainers && values <= maxValues && bytes <= (eventBytes ?? Number.POSITIVE_INFINITY);

  /** Reads on behind the beginning of a text; returns where the text ends. */
  function skipText(part: Uint8Array, at: number): number {
    const start = isEscaped ? at + 1 : at;
    const end = endOfText(part, start);
    isText = end >= part.length;
    isEscaped = isText && slashesBefore(part, part.length, start) % 2 === 1;
    bytes += end - at;
    return end;
  }

  function read(byte: number | undefined): void {
    bytes += 1;
    if (byte === comma) values += 1;
    else if (byte === bracket || byte === brace) containers += 1;
    else if (byte === quote) isText = true;
    else if (eventBytes !== undefined && byte === feed) {
      // An empty line ends an event.
      if (isLineEmpty && isWithin()) [containers, values, bytes] = [0, 0, 0];
      isLineEmpty = true;
      return;
    }
    if (byte !== carriageReturn) isLineEmpty = false;
  }

  return (part: Uint8Array): boolean => {
    let at = 0;
    while (at < part.length) {
      if (isText) at = skipText(part, at);
      else read(part[at]);
      at += 1;
    }
    return isWithin();
  };
}

/** Passes an answer on as long as it stays within its limit, before anything parses it: whose server it is may want to stop us. */
export function limitAnswer(limit: AnswerLimit): TransformStream<Uint8Array, Uint8Array> {
  const isWithin = createCount(limit);
  const slice = startSlices();
  let seen = 0;
  return new TransformStream({
    async transform(part, controller) {
      seen += part.byteLength;
      if (seen > limit.bytes)
        return controller.error(new Error(`The answer is longer than ${limit.bytes} bytes`));
      if (!isWithin(part)) return controller.error(new Error('The answer has more values than it can need'));
      if (limit.eventBytes === undefined) {
        controller.enqueue(part);
        return slice();
      }
      for (let at = 0; at < part.length; at += streamStepBytes) {
        controller.enqueue(part.subarray(at, at + streamStepBytes));
        // A stream of comments alone is read for as long as parts come: yields to other work before each part.
        await setImmediate();
        await slice();
      }
    },
  });
}

/** A list of an answer: of one that is too long no item is judged, as each that is wrong would be listed. */
export const atMost = <Item extends z.ZodType>(most: number, item: Item) =>
  z
    .custom<unknown[]>((list) => Array.isArray(list) && list.length <= most, `has more than ${most} items`)
    .pipe(z.array(item));

/**
 * Passes on the events of a stream in slices: a server that sends more of them than can be worked off, of which none is a part of an
 * answer, would leave the event loop to no one else.
 */
export async function* eventsInSlices<Event>(events: AsyncIterable<Event>): AsyncGenerator<Event> {
  const slice = startSlices();
  for await (const event of events) {
    await slice();
    yield event;
  }
}
