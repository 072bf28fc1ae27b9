import { Readable } from 'node:stream';
import { AppError } from '@docfleet/errors';

export interface Deadlines {
  /** For a request that carries no body worth mentioning, and for the beginning of any answer. Milliseconds. */
  readonly responseMs: number;
  /** For sending one part of a file. */
  readonly partMs: number;
  /** For the next bytes of a file that is being read. */
  readonly silenceMs: number;
}

function tooSlow(ms: number): AppError {
  return new AppError('PROVIDER_UNAVAILABLE', 'The file storage does not answer in time', {
    details: { reason: `Nothing came within ${ms / 1_000} seconds` },
  });
}

/** Runs a call that is aborted with PROVIDER_UNAVAILABLE at its deadline, and with the caller's reason when `signal` is. */
export async function withDeadline<Result>(
  signal: AbortSignal,
  ms: number,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(tooSlow(ms)), ms);
  const either = AbortSignal.any([signal, deadline.signal]);
  try {
    either.throwIfAborted();
    return await call(either);
  } catch (error) {
    // The SDK says only that it was aborted; the signal knows why.
    throw either.aborted ? either.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

async function* readInTime(source: Readable, ms: number): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let silent = false;
  const onExhausted = () => {
    silent = true;
    source.destroy();
  };
  for (;;) {
    const timer = setTimeout(onExhausted, ms);
    let next: IteratorResult<Buffer>;
    try {
      next = await chunks.next();
    } catch (error) {
      throw silent ? tooSlow(ms) : error;
    } finally {
      clearTimeout(timer);
    }
    if (next.done) return;
    yield next.value;
  }
}

/** A body that fails when nothing comes for `ms` while a reader waits for it; a slow reader has all the time it wants. */
export function bodyWithDeadline(
  source: Readable,
  ms: number,
  explain: (error: unknown) => unknown,
): Readable {
  const explained = async function* () {
    try {
      yield* readInTime(source, ms);
    } catch (error) {
      throw explain(error);
    }
  };
  // Also when it is destroyed before the first byte was read: the connection must not stay open.
  return Readable.from(explained(), { objectMode: false }).once('close', () => source.destroy());
}
