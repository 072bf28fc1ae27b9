import type { Readable } from 'node:stream';

const LARGEST_SLICE = 64 * 1_024;

export interface OpenedBody {
  /** The first bytes, as many as were asked for if there are as many. */
  readonly head: Uint8Array;
  /** All bytes, the head among them. Ends with the reason of the signal when that aborts. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Reads the first `length` bytes of a body, and gives the whole of it back. */
export async function readHead(body: Readable, length: number, signal: AbortSignal): Promise<OpenedBody> {
  const chunks = readChunks(body, signal);
  const first: Uint8Array[] = [];
  let read = 0;
  while (read < length) {
    const next = await chunks.next();
    if (next.done) break;
    first.push(next.value);
    read += next.value.length;
  }
  const begun = Buffer.concat(first);
  return { head: begun.subarray(0, length), bytes: slice(begun, chunks) };
}

async function* readChunks(body: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const abort = () => body.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    for await (const chunk of body) {
      signal.throwIfAborted();
      yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    }
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Small slices, so that one large chunk does not keep the process from its other work. */
async function* slice(begun: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* slicesOf(begun);
    for await (const chunk of rest) yield* slicesOf(chunk);
  } finally {
    await rest.return(undefined);
  }
}

function* slicesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < chunk.length; start += LARGEST_SLICE)
    yield chunk.subarray(start, start + LARGEST_SLICE);
}
