import { expect, test } from '@jest/globals';
import { readRefusal, VendorRefusal } from './refusal.ts';

const read = (body: string) => readRefusal(new VendorRefusal(400, new Headers(), body));

test.each<[string, unknown, string | undefined, string | undefined]>([
  ['OpenAI', { error: { message: 'no', code: 'bad', param: null } }, 'no', 'bad'],
  ['OpenAI without a code', { error: { message: 'no', code: null } }, 'no', undefined],
  ['vLLM', { object: 'error', message: 'no', code: 404 }, 'no', undefined],
  ['text-embeddings-inference', { error: 'no', error_type: 'Validation' }, 'no', 'Validation'],
  ['Cohere', { id: '1', message: 'no' }, 'no', undefined],
  ['Jina', { detail: 'no', code: 'BAD' }, 'no', 'BAD'],
  ['FastAPI', { detail: [{ loc: ['body'], msg: 'no' }, { msg: 'never' }] }, 'no; never', undefined],
  ['another', { status: 'bad' }, undefined, undefined],
  ['Gemini', [{ error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }], 'no', undefined],
  ['a list', [], undefined, undefined],
])('the words and the code are found in the form of %s', (_, body, sentence, code) => {
  expect(read(JSON.stringify(body))).toEqual({ status: 400, sentence, code });
});

test.each(['', '<html>', '{"message": "cut o'])('a body of %j says nothing', (body) => {
  expect(read(body)).toEqual({ status: 400, sentence: undefined, code: undefined });
});

test('a short text that is no page is the sentence, unless the status is 404', () => {
  const sentence = (status: number) =>
    readRefusal(new VendorRefusal(status, new Headers(), 'input is too long\n')).sentence;
  expect([sentence(400), sentence(500), sentence(404)]).toEqual([
    'input is too long',
    'input is too long',
    undefined,
  ]);
});
