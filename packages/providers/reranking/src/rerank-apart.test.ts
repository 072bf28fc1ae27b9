import { createEgress } from '@docfleet/egress';
import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { compatible } from './providers/compatible.ts';

const signal = new AbortController().signal;
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
afterAll(() => egress.close());
let server: StubServer | undefined;
afterEach(() => server?.close());

/** A rerank server that refuses what `refuse` refuses, and scores a text by its number. */
async function serverThat(
  refuse: (texts: readonly string[]) => { status: number; body: unknown } | undefined,
  known?: unknown,
) {
  const asked: (readonly string[])[] = [];
  server = await startStubServer(({ body }) => {
    const { documents } = JSON.parse(String(body)) as { documents: string[] };
    asked.push(documents);
    const results = documents.map((text, index) => ({ index, relevance_score: scoreOf(text) }));
    return refuse(documents) ?? { body: { results } };
  });
  const learned: object[] = [];
  const config = { provider: 'COMPATIBLE', model: 'm', apiKey: 'key', baseUrl: server.url };
  const context = { egress, known, onLearned: (found: object) => void learned.push(found) };
  return { reranker: compatible.open(config, context), asked, learned };
}

const scoreOf = (text: string) => Number(text.split(' ')[1] ?? 0) / 100;
const hundred = Array.from({ length: 100 }, (_, index) => `text ${index}`);
const refused = (status: number) => ({ status, body: { error: 'no', error_type: 'validation' } });

describe('one bad text among a hundred', () => {
  test.each([413, 422, 500])(
    'that is refused with %i has no relevance, and the others have theirs',
    async (status) => {
      for (const bad of ['text 0', 'text 37', 'text 99']) {
        const { reranker, asked } = await serverThat((texts) =>
          texts.includes(bad) ? refused(status) : undefined,
        );
        const expected = hundred.map((text) => (text === bad ? undefined : scoreOf(text)));
        expect(await reranker.rerank('q', hundred, signal)).toEqual(expected);
        // Texts with a score are not sent again.
        const judged = asked
          .filter((texts) => !texts.includes(bad))
          .flat()
          .filter((text) => text !== 'test');
        expect(judged.toSorted()).toEqual(hundred.filter((text) => text !== bad).toSorted());
        await server?.close();
      }
    },
  );

  test('a server that judges nothing is asked twice, not for each text', async () => {
    const { reranker, asked } = await serverThat(() => refused(422));
    await expect(reranker.rerank('q', hundred, signal)).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
    expect(asked.length).toBe(2);
  });

  test('a server that is away is asked once', async () => {
    const { reranker, asked } = await serverThat(() => refused(503));
    await expect(reranker.rerank('q', hundred, signal)).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    });
    expect(asked.length).toBe(1);
  });
});

describe('a server that takes 32 texts', () => {
  const limited = (texts: readonly string[]) => (texts.length > 32 ? refused(413) : undefined);

  test('judges a hundred in several requests, and is asked for no more from then on', async () => {
    const { reranker, asked, learned } = await serverThat(limited);
    expect(await reranker.rerank('q', hundred, signal)).toEqual(hundred.map(scoreOf));
    expect(learned).toEqual([{ textsPerRequest: 25 }]);
    asked.length = 0;
    await reranker.rerank('q', hundred, signal);
    expect(asked.map(({ length }) => length)).toEqual([25, 25, 25, 25]);
  });

  test('is known as such after a probe', async () => {
    const { reranker } = await serverThat(limited);
    await reranker.probe?.(signal);
    expect(reranker.capabilities).toEqual({ textsPerRequest: 32 });
  });

  test('is known as such from what was stored', async () => {
    const { reranker, asked } = await serverThat(limited, { textsPerRequest: 32 });
    await reranker.rerank('q', hundred, signal);
    expect(asked.map(({ length }) => length)).toEqual([32, 32, 32, 4]);
  });

  test('a probe of a server that is away finds out nothing, and does not fail', async () => {
    const { reranker } = await serverThat(() => refused(503));
    await reranker.probe?.(signal);
    expect(reranker.capabilities).toEqual({});
  });
});
