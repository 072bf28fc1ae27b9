import { DocfleetError, type DocfleetErrorCode } from './docfleet-error.ts';
import type { AnswerEvent } from './generated/api.ts';

/** The data of server-sent events as they come. Who stops iterating ends the stream; a connection that is lost rejects with CONNECTION_FAILED. */
export async function* readEvents(open: () => Promise<Response>): AsyncGenerator<unknown> {
  const { body } = await open();
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = withPlainEnds(text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = dataOf(block);
        if (data !== '') yield JSON.parse(data);
      }
    }
  } catch (cause) {
    if (cause instanceof TypeError)
      throw new DocfleetError('CONNECTION_FAILED', 'The stream of events was cut off', { cause });
    throw cause;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Lines may end with LF, CR or both: https://html.spec.whatwg.org/multipage/server-sent-events.html. After a CR at the end, the LF may follow. */
const withPlainEnds = (text: string) => text.replaceAll(/\r(?:\n|(?!$))/g, '\n');

/** The lines of data of one event; nothing of a comment, which only keeps the connection open. */
const dataOf = (block: string) =>
  block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('\n');

/** The events of an answer; one that reports a failure rejects with it, and so does a stream that ends without `done`. */
export async function* streamAnswer(
  open: (options: { readonly raw: true }) => Promise<unknown>,
): AsyncGenerator<AnswerEvent> {
  for await (const event of readEvents(() => open({ raw: true }) as Promise<Response>)) {
    const known = event as AnswerEvent;
    if (known.type === 'error') {
      const { code, message, details } = known.error;
      // A newer service may have codes that this version does not know.
      throw new DocfleetError(code as DocfleetErrorCode, message, { details });
    }
    yield known;
    if (known.type === 'done') return;
  }
  throw new DocfleetError('CONNECTION_FAILED', 'The answer was cut off');
}
