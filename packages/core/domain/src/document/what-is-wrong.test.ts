import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { failureSentence } from './what-is-wrong.ts';

test('a failure sentence contains the error, the setting to change, and the response of the provider', () => {
  const details = { setting: 'embeddingModelConfig.apiKey', reason: 'Incorrect API key provided' };
  expect(failureSentence(new AppError('PROVIDER_REJECTED', 'OpenAI refused the API key', { details }))).toBe(
    'OpenAI refused the API key. The setting to correct is embeddingModelConfig.apiKey. The answer was: Incorrect API key provided',
  );
});

test('a code of the network is not repeated after the sentence that explains it', () => {
  const details = { reason: 'ENOTFOUND' };
  const message = 'www.example.com could not be read: its name is not known';
  expect(failureSentence(new AppError('PAGE_UNREACHABLE', message, { details }))).toBe(message);
});

test('a setting that the error names already is not named again', () => {
  const message = 'The address of localhost is private. The operator can allow it with EGRESS_ALLOW_CIDRS.';
  const details = { setting: 'EGRESS_ALLOW_CIDRS' };
  expect(failureSentence(new AppError('ADDRESS_FORBIDDEN', message, { details }))).toBe(message);
});

test('a failure without a provider is one sentence', () => {
  expect(failureSentence(new AppError('DOCUMENT_EMPTY', 'The document has no text'))).toBe(
    'The document has no text',
  );
});
