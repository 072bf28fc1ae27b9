import { createEgress } from '@docfleet/egress';
import { afterAll, describe, expect, test } from '@jest/globals';
import { describeEmbeddingProvider } from '../../../test/conformance.ts';
import { local } from './index.ts';

const signal = new AbortController().signal;
const egress = createEgress({ allowCidrs: [] });
afterAll(() => egress.close());
const embedder = local.open({ provider: 'LOCAL' }, { egress });

const cosine = (left: Float32Array, right: Float32Array) =>
  left.reduce((sum, value, index) => sum + value * (right[index] as number), 0);

async function similarity(left: string, right: string): Promise<number> {
  const [one, other] = await embedder.embed([left, right], 'document', signal);
  return cosine(one as Float32Array, other as Float32Array);
}

describeEmbeddingProvider({ provider: local, config: { provider: 'LOCAL', model: 'static-1024' } });

describe('the bundled model', () => {
  test('needs no key and takes none', () => {
    expect(local.config.safeParse({ provider: 'LOCAL' }).data).toEqual({
      provider: 'LOCAL',
      model: 'all-minilm-l6-v2',
    });
    expect(local.config.safeParse({ provider: 'LOCAL', apiKey: 'key' }).success).toBe(false);
  });

  test('knows that words without a common stem can mean nearly the same', async () => {
    const near = await similarity('The physician treated her illness', 'A doctor cured the disease');
    const far = await similarity('The physician treated her illness', 'A ship sailed across the ocean');
    expect(near).toBeGreaterThan(far + 0.05);
  });

  test('compares what a question is about, not that it is one', async () => {
    const texts = [
      'Thirty days of paid leave a year.',
      'How many days does a battery last? How do I store it?',
    ];
    const [leave, battery] = await embedder.embed(texts, 'document', signal);
    const [query] = await embedder.embed(['how many days of leave do I have'], 'query', signal);
    const similarityTo = (text: Float32Array | undefined) =>
      cosine(query as Float32Array, text as Float32Array);
    expect(similarityTo(leave)).toBeGreaterThan(similarityTo(battery));
    const [words] = await embedder.embed(['how many do I have'], 'query', signal);
    expect(cosine(words as Float32Array, battery as Float32Array)).toBeGreaterThan(0);
  });

  test('sets a rare word that two texts share above common ones', async () => {
    const rare = await similarity('error XJ-4471 while printing', 'what does XJ-4471 mean');
    const common = await similarity('error XJ-4471 while printing', 'what does the printer do');
    expect(rare).toBeGreaterThan(common);
  });

  test.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['punctuation', '!!! ??? ...'],
    ['stop words', 'the and of to'],
    ['emoji', '🎉🎊'],
    ['another script', '東京都は日本の首都です'],
    ['half of a surrogate pair', '\ud83c'],
  ])('has a vector of unit length for %s', async (_, text) => {
    const [vector] = await embedder.embed([text], 'document', signal);
    expect(cosine(vector as Float32Array, vector as Float32Array)).toBeCloseTo(1, 5);
  });

  test('distinguishes texts of unknown words', async () => {
    expect(await similarity('!!! ???', '### $$$')).toBeLessThan(0.5);
    expect(await similarity('!!! ???', '!!! ???')).toBeCloseTo(1, 5);
  });

  test('yields to other work during a batch, and stops when it is aborted', async () => {
    const texts = Array.from({ length: 2_000 }, (_, index) => `paragraph ${index} `.repeat(100));
    await embedder.embed(['the vocabulary is loaded'], 'document', signal);
    const abort = new AbortController();
    setImmediate(() => abort.abort('stop'));
    await expect(embedder.embed(texts, 'document', abort.signal)).rejects.toBe('stop');
  });
});
