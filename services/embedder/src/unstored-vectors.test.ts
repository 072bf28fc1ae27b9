import { expect, test } from '@jest/globals';
import { createUnstoredVectors } from './unstored-vectors.ts';

const model = (dimensions: number) => ({
  configs: { embeddingModelConfig: { provider: 'OPENAI', model: 'm', apiKey: 'key', dimensions } },
});
const vector = Float32Array.of(1, 2);

test('a vector that no store took is found by its id, until one has', () => {
  const unstored = createUnstoredVectors();
  unstored.keep(model(2), [['a#1', vector]]);
  expect([unstored.find(model(2), 'a#1'), unstored.find(model(2), 'a#2')]).toEqual([vector, undefined]);
  unstored.forget(model(2), ['a#1', 'b#1']);
  expect(unstored.find(model(2), 'a#1')).toBeUndefined();
});

test('a vector of another configuration of the model is another', () => {
  const unstored = createUnstoredVectors();
  unstored.keep(model(2), [['a#1', vector]]);
  expect(unstored.find(model(3), 'a#1')).toBeUndefined();
});

test('another key of the same model finds it', () => {
  const unstored = createUnstoredVectors();
  unstored.keep(model(2), [['a#1', vector]]);
  const { embeddingModelConfig: config } = model(2).configs;
  expect(unstored.find({ configs: { embeddingModelConfig: { ...config, apiKey: 'new' } } }, 'a#1')).toBe(
    vector,
  );
});

test('the oldest go when there are too many', () => {
  const unstored = createUnstoredVectors();
  const large = new Float32Array(4 * 1024 * 1024);
  for (let index = 0; index < 6; index += 1) unstored.keep(model(2), [[`a#${index}`, large]]);
  expect(unstored.find(model(2), 'a#0')).toBeUndefined();
  expect(unstored.find(model(2), 'a#5')).toBe(large);
});
