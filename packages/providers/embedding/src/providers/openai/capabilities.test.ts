import { createEgress } from '@docfleet/egress';
import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { EmbeddingCapabilities } from '../../capabilities.ts';
import { openai } from './index.ts';

const signal = new AbortController().signal;
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
afterAll(() => egress.close());
const servers: StubServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Asked {
  readonly input: readonly string[];
  readonly dimensions?: number;
  readonly encoding_format?: string;
}

/** Words of the probes are a token each. */
const tokensOf = (text: string) => text.split(' ').length;
/** Another vector for each text. */
const vectorOf = (text: string, dimensions = 4) => {
  const sum = [...text].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 9973, 7);
  return Array.from({ length: dimensions }, (_, index) => Math.sin(sum + index) + 0.01);
};
const refused = (message: string, status = 400) => ({ status, body: { error: { message } } });

interface Given {
  readonly settings?: object;
  readonly known?: unknown;
}

/** An embedder of a server that refuses what `refuse` refuses and reads what `read` leaves of a text; what it was asked for, and what was learned. */
async function serverThat(
  refuse: (asked: Asked) => object | undefined,
  { settings = {}, known }: Given = {},
  read: (text: string) => string = (text) => text,
) {
  const asked: Asked[] = [];
  const server = await startStubServer(({ body }) => {
    const request = JSON.parse(String(body)) as Asked;
    asked.push(request);
    const data = request.input.map((text, index) => ({
      index,
      embedding: vectorOf(read(text), request.dimensions),
    }));
    return refuse(request) ?? { body: { data } };
  });
  servers.push(server);
  const learned: EmbeddingCapabilities[] = [];
  const config = { provider: 'OPENAI', model: 'bge-m3', apiKey: 'key', baseUrl: server.url, ...settings };
  const context = { egress, known, onLearned: (found: EmbeddingCapabilities) => void learned.push(found) };
  return { embedder: openai.open(config, context), asked, learned, server };
}

describe('a probe finds out', () => {
  test('how many texts a request may have', async () => {
    const { embedder, learned } = await serverThat(({ input }) =>
      input.length > 10 ? refused('batch size is invalid, it should not be larger than 10') : undefined,
    );
    await embedder.probe?.(signal);
    expect(embedder.limits).toMatchObject({ inputsPerRequest: 10, tokensPerInput: 8_191 });
    expect(learned.at(-1)).toEqual({
      takes: { encodingFormat: true, dimensions: true },
      dimensions: 4,
      inputsPerRequest: 10,
      tokensPerInput: 8_191,
    });
  });

  test('how long a text may be, of a server that refuses longer ones', async () => {
    const { embedder } = await serverThat(({ input }) =>
      input.some((text) => tokensOf(text) > 512)
        ? refused('inputs must have less than 512 tokens', 413)
        : undefined,
    );
    await embedder.probe?.(signal);
    expect(embedder.limits).toMatchObject({ inputsPerRequest: 32, tokensPerInput: 512 });
  });

  test('how long a text is read, of a server that cuts longer ones without a word', async () => {
    const cut = (text: string) => text.split(' ').slice(0, 480).join(' ');
    const { embedder } = await serverThat(() => undefined, {}, cut);
    await embedder.probe?.(signal);
    // The last eighth of 512 tokens is read in part.
    expect(embedder.limits.tokensPerInput).toBe(512);
    const shorter = await serverThat(
      () => undefined,
      {},
      (text) => text.split(' ').slice(0, 440).join(' '),
    );
    await shorter.embedder.probe?.(signal);
    expect(shorter.embedder.limits.tokensPerInput).toBe(400);
  });

  test.each([429, 500, 503])('nothing of a server that answers %i, and does not fail', async (status) => {
    const { embedder, learned } = await serverThat(() => refused('not now', status));
    await embedder.probe?.(signal);
    expect([learned, embedder.limits]).toMatchObject([[], { inputsPerRequest: 32, tokensPerInput: 8_191 }]);
  });

  test('how long a text may be, of a server that answers 500 to longer ones', async () => {
    const { embedder } = await serverThat(({ input }) =>
      input.some((text) => tokensOf(text) > 512) ? refused('input is too large to process', 500) : undefined,
    );
    await embedder.probe?.(signal);
    expect(embedder.limits.tokensPerInput).toBe(512);
  });

  test('nothing from a fault of the moment', async () => {
    let requests = 0;
    const { embedder } = await serverThat(() => (requests++ === 0 ? refused('hiccup', 500) : undefined));
    await embedder.probe?.(signal);
    expect(embedder.limits).toMatchObject({ inputsPerRequest: 32, tokensPerInput: 8_191 });
  });

  test('nothing of a server that does not answer in time, and does not fail', async () => {
    const { embedder, server } = await serverThat(() => undefined);
    await server.close();
    await embedder.probe?.(AbortSignal.abort(new Error('enough')));
    expect(embedder.capabilities).toEqual({});
  });
});

describe('what is known of a server', () => {
  const known = {
    dimensions: 4,
    takes: { encodingFormat: false, dimensions: true },
    inputsPerRequest: 8,
    tokensPerRequest: 100,
    tokensPerInput: 256,
  };

  test('holds from the first request on', async () => {
    const { embedder, asked, learned } = await serverThat(
      ({ encoding_format: format }) => (format ? refused('unknown field encoding_format') : undefined),
      { known },
    );
    expect(embedder.limits).toMatchObject({
      inputsPerRequest: 8,
      tokensPerRequest: 100,
      tokensPerInput: 256,
    });
    expect(embedder.dimensions).toBe(4);
    await embedder.embed(['a'], 'document', signal);
    expect([asked.map(({ encoding_format: format }) => format), learned]).toEqual([[undefined], []]);
  });

  test('yields to what the server takes today', async () => {
    const { embedder, learned } = await serverThat(
      ({ encoding_format: format }) => (format ? undefined : refused('encoding_format is required')),
      { known },
    );
    await embedder.embed(['a'], 'document', signal);
    expect(learned).toEqual([{ ...known, takes: { encodingFormat: true, dimensions: true } }]);
  });

  test.each([
    ['nothing', null],
    ['another form', { inputsPerRequest: 'many' }],
    ['zero', { inputsPerRequest: 0 }],
  ])('is nothing where %s is stored', async (_, stored) => {
    const { embedder } = await serverThat(() => undefined, { known: stored });
    expect(embedder.limits.inputsPerRequest).toBe(32);
  });

  test('is never more than the product sends', async () => {
    const { embedder } = await serverThat(() => undefined, { known: { inputsPerRequest: 5_000 } });
    expect(embedder.limits.inputsPerRequest).toBe(32);
  });

  test('is added to by what a caller found out', async () => {
    const { embedder, learned } = await serverThat(() => undefined, { known });
    embedder.learn?.({ tokensPerRequest: 50 });
    expect([embedder.limits.tokensPerRequest, learned]).toEqual([50, [{ ...known, tokensPerRequest: 50 }]]);
  });
});

test('a server that has another model under the same name makes the model the setting to correct', async () => {
  const { embedder } = await serverThat(() => undefined, { known: { dimensions: 8 } });
  await expect(embedder.embed(['a', 'b'], 'document', signal)).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: {
      setting: 'embeddingModelConfig.model',
      reason: 'Vector 0 has 4 dimensions where 8 were expected',
    },
  });
});

describe('the dimensions that are asked for', () => {
  test('are left out for a server that does not know the field and has them anyway', async () => {
    const { embedder, asked } = await serverThat(
      ({ dimensions }) =>
        dimensions ? refused('Model does not support matryoshka representation') : undefined,
      { settings: { dimensions: 4 } },
    );
    for (let request = 0; request < 2; request += 1) await embedder.embed(['a'], 'document', signal);
    expect(asked.map(({ dimensions }) => dimensions)).toEqual([4, 4, undefined, undefined]);
    expect(embedder.capabilities?.takes).toEqual({ encodingFormat: true, dimensions: false });
  });

  test.each([
    ['refuses the field', ({ dimensions }: Asked) => (dimensions ? refused('no matryoshka') : undefined)],
    [
      'ignores the field',
      ({ input }: Asked) => ({
        body: { data: input.map((text) => ({ embedding: vectorOf(text) })) },
      }),
    ],
  ])('are the setting to correct where a server %s and returns others', async (_, refuse) => {
    const { embedder } = await serverThat(refuse, { settings: { dimensions: 2 } });
    await expect(embedder.embed(['a'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: {
        setting: 'embeddingModelConfig.dimensions',
        reason: 'It returns 4 for this model, whatever is asked for',
      },
    });
  });
});
