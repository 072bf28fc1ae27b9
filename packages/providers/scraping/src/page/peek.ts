/** Bytes of a body that are enough to recognize its format (WHATWG MIME sniffing, 7). */
const peekedBytes = 1_445;

export interface Peeked {
  readonly head: Buffer;
  /** The whole body, its beginning included; to be read once. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Reads the beginning of a body, and returns it with the rest. To leave the body early leaves the one that was given. */
export async function peek(
  given: AsyncIterable<Uint8Array>,
  minBytes: number = peekedBytes,
): Promise<Peeked> {
  const parts = given[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let hasEnded = false;
  while (head.length < minBytes && !hasEnded) {
    const { value, done } = await parts.next();
    hasEnded = Boolean(done);
    if (!done) head = Buffer.concat([head, value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield head;
      if (!hasEnded) yield* { [Symbol.asyncIterator]: () => parts };
    } finally {
      await parts.return?.();
    }
  }
  return { head, body: whole() };
}
