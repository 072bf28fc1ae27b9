import type { EdgeError } from '@docfleet/api/edge-error';

/** Name of a kind of error, as OpenAI has them. */
function typeOf({ status, code }: Pick<EdgeError, 'status' | 'code'>): string {
  if (status >= 500) return 'server_error';
  if (code === 'SPENDING_LIMIT_REACHED') return 'insufficient_quota';
  if (status === 429) return 'rate_limit_error';
  if (status === 401) return 'authentication_error';
  return status === 403 ? 'permission_error' : 'invalid_request_error';
}

/** Name of the parameter that is wrong; null for errors that are about no parameter. */
function paramOf({ details: { issues } }: Pick<EdgeError, 'details'>): string | null {
  const [first] = Array.isArray(issues) ? (issues as { readonly path?: unknown }[]) : [];
  return typeof first?.path === 'string' && first.path !== '' ? first.path : null;
}

/** Fields that OpenAI's errors have beside `code` and `message`. */
export const openAiErrorFields = (error: Pick<EdgeError, 'status' | 'code' | 'details'>) => ({
  type: typeOf(error),
  param: paramOf(error),
});

/** Presents an error of a route in OpenAI's form. */
const presentOpenAiError = (error: EdgeError) => ({ error: openAiErrorFields(error) });

/** Settings that the routes of the form of OpenAI have in common, most of which read. */
export const openAiForm = {
  method: 'get',
  tags: ['OpenAI forms'],
  scope: 'read',
  isBare: true,
  presentError: presentOpenAiError,
} as const;
