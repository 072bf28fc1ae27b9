import { expect, test } from '@jest/globals';
import { embeddingModelConfig } from '../registry.ts';
import { defaultModel, runsSentenceModels } from './models.ts';

test('the model of namespaces that name none is the sentence model wherever it runs', () => {
  expect(defaultModel()).toBe(runsSentenceModels() ? 'all-minilm-l6-v2' : 'static-1024');
});

test('LOCAL without a model is the sentence model', () => {
  expect(embeddingModelConfig.parse({ provider: 'LOCAL' })).toEqual({
    provider: 'LOCAL',
    model: 'all-minilm-l6-v2',
  });
});
