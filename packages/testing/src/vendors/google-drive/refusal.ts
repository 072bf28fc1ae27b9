import type { StubResponse } from '../../stub-server.ts';

/** Returns an error as Drive reports it: https://developers.google.com/workspace/drive/api/guides/handle-errors */
export function refuse(status: number, reason: string, message: string, location?: string): StubResponse {
  const detail = {
    message,
    domain: 'global',
    reason,
    ...(location && { location, locationType: 'parameter' }),
  };
  return { status, body: { error: { code: status, message, errors: [detail] } } };
}

export const notFound = (id: string): StubResponse =>
  refuse(404, 'notFound', `File not found: ${id}.`, 'fileId');

export const unauthorized: StubResponse = {
  status: 401,
  body: {
    error: {
      code: 401,
      message:
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      errors: [
        { message: 'Invalid Credentials', domain: 'global', reason: 'authError', location: 'Authorization' },
      ],
      status: 'UNAUTHENTICATED',
    },
  },
};
