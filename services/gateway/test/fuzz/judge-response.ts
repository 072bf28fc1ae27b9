import { errorCatalogue } from '@docfleet/errors';
import { requestIdPattern } from '../../src/http/request-headers.ts';
import { operationsAt, problemsOf, resolve } from '../operations.ts';
import type { RawRequest, RawResponse } from './raw-http.ts';

/** Codes of responses without an operation: by the router, or before it. */
const statusesOfNothing = [400, 404, 405, 413];

/** Said of others, not of the gateway: legal where they are described. Any other 5xx is a mistake of its own. */
const statusesOfOthers = [502, 503, 504];
const isOwnFailure = (status: number) => status >= 500 && !statusesOfOthers.includes(status);

const errorSchema = { $ref: '#/components/schemas/Error' };

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function judgeError(body: unknown): string[] {
  const problems = problemsOf(errorSchema, body);
  if (problems) return [`is no error: ${problems}`];
  const { error, message } = body as { error: { code: string; message: string }; message: string };
  return [
    ...(error.code in errorCatalogue ? [] : [`has the unknown code ${error.code}`]),
    ...(error.message === message ? [] : ['has two messages']),
    ...(/\n\s+at |\/services\/|node_modules/.test(message) ? ['shows a stack or a path'] : []),
  ];
}

function judgeBody({ method, target }: RawRequest, { status, headers, body }: RawResponse): string[] {
  const found = operationsAt(target);
  const asked = method === 'HEAD' ? 'GET' : method;
  const operation = found.find((candidate) => candidate.method === asked);
  const described = operation?.responses.get(status);
  if (operation ? !described : !statusesOfNothing.includes(status))
    return [`has the status ${status}, which is not described`];
  if (method === 'HEAD') return body.length > 0 ? ['has a body'] : [];
  if (described && !described.content['application/json']) return [];
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
  if (isStream && described?.content['text/event-stream']) return [];
  if (!headers['content-type']?.startsWith('application/json'))
    return [`is ${headers['content-type']}, not JSON`];
  const value = parse(body);
  const schema = described?.content['application/json']?.schema;
  const problems = schema ? problemsOf(resolve(schema), value) : '';
  return [...(problems ? [problems] : []), ...(status >= 400 ? judgeError(value) : [])];
}

/** Finds faults in a response to any request; none when it is as described. */
export function judgeResponse(request: RawRequest, response: RawResponse | undefined): string[] {
  if (!response) return request.misframed ? [] : ['hung up without an answer'];
  const { headers, status } = response;
  return [
    ...(requestIdPattern.test(headers['x-request-id'] ?? '') ? [] : ['has no X-Request-Id']),
    ...(isOwnFailure(status) ? [`is a ${status}: ${response.body.toString().slice(0, 300)}`] : []),
    ...judgeBody(request, response),
  ];
}
