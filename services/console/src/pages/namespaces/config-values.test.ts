import { expect, test } from '@jest/globals';
import { type ConfigForm, configForms } from './config-forms.ts';
import { configOf, emptyValues } from './config-values.ts';

const formOf = (name: string) => configForms.find((form) => form.name === name) as ConfigForm;

test('a form begins with what needs no account', () => {
  expect(configForms.map((form) => configOf(form, emptyValues(form)))).toEqual([
    { provider: 'LOCAL' },
    { provider: 'LANCEDB' },
    { type: 'LOCAL' },
    { provider: 'BUILTIN' },
  ]);
});

test('paths become objects, numbers numbers, and what is empty is left out', () => {
  const texts = {
    bucket: ' b ',
    'credentials.accessKeyId': 'id',
    'credentials.secretAccessKey': 'secret',
    region: '',
  };
  expect(configOf(formOf('fileStorageConfig'), { kind: 'S3_COMPATIBLE', texts })).toEqual({
    type: 'S3_COMPATIBLE',
    bucket: 'b',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  const openAi = { kind: 'OPENAI', texts: { model: 'm', apiKey: 'k', dimensions: '256' } };
  expect(configOf(formOf('embeddingModelConfig'), openAi)).toEqual({
    provider: 'OPENAI',
    model: 'm',
    apiKey: 'k',
    dimensions: 256,
  });
});

test('where one chooses, the first choice is what nobody has changed', () => {
  const cohere = { kind: 'COHERE', texts: { apiKey: 'k' } };
  expect(configOf(formOf('embeddingModelConfig'), cohere)).toMatchObject({
    model: 'embed-multilingual-v3.0',
  });
});
