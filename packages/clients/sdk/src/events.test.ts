import { expect, test } from '@jest/globals';
import { readEvents } from './client.ts';

/** An answer whose bytes come in parts of a size. */
function answer(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  return () => Promise.resolve(new Response(body));
}

test.each([1, 5, 1_000])('events are read from parts of %i bytes, and comments passed over', async (size) => {
  const text =
    ': still here\n\nid: a\ndata: {"n":"über"}\n\n: still here\n\nid: b\ndata: {"n":2}\n\ndata: {"cut';
  expect(await Array.fromAsync(readEvents(answer(text, size)))).toEqual([{ n: 'über' }, { n: 2 }]);
});

test.each(['\r\n', '\r', '\n'])('events are read whose lines a proxy ends with %j', async (end) => {
  const text = ['id: a', 'data:{"n":', 'data: 1}', '', 'data: {"n":2}', '', ''].join(end);
  for (const size of [1, 2, 3, 1_000])
    expect(await Array.fromAsync(readEvents(answer(`${text}: more`, size)))).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a caller that stops listening ends the stream', async () => {
  let sent = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new TextEncoder().encode(`data: ${sent}\n\n`));
    },
    cancel() {
      isCancelled = true;
    },
  });
  for await (const event of readEvents(() => Promise.resolve(new Response(body)))) if (event === 2) break;
  expect(isCancelled).toBe(true);
});

test('a stream that is cut off rejects with CONNECTION_FAILED', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new TypeError('terminated')),
  });
  const events = Array.fromAsync(readEvents(() => Promise.resolve(new Response(body))));
  await expect(events).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
});
