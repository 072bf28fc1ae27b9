import { presentOpenAiError } from './errors.ts';

/** Settings that the routes of the form of OpenAI have in common, most of which read. */
export const openAiForm = {
  method: 'get',
  tags: ['OpenAI forms'],
  scope: 'read',
  status: 200,
  isBare: true,
  presentError: presentOpenAiError,
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',
} as const;
