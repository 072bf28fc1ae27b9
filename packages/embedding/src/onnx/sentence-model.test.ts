import { expect, test } from '@jest/globals';
import { localModels, openSentenceModel } from './index.ts';

const fetch = () => Promise.reject(new Error('This machine has no internet'));

test('a text that cannot be computed fails by itself, and the next one is computed', async () => {
  // It has 512 places for tokens.
  const model = { ...localModels[0], tokens: 2_000 };
  const sentences = openSentenceModel(model, { directory: '', hubUrl: undefined, fetch });
  await expect(sentences.embed(['word '.repeat(1_500)], 'document')).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  await expect(sentences.embed(['a short text'], 'document')).resolves.toHaveLength(1);
});

test('marks of Markdown do not change the meaning that a document is found by', async () => {
  const sentences = openSentenceModel(localModels[0], { directory: '', hubUrl: undefined, fetch });
  const [marked, plain] = await sentences.embed(
    ['# Hotels\n\n| City | **Limit** |\n| --- | --- |\n| Leeds | 80 |', 'Hotels\n\nCity, Limit\nLeeds, 80'],
    'document',
  );
  expect(marked).toEqual(plain);
});
