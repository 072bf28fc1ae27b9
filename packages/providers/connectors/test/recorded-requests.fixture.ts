import type { ConnectorContext } from '../src/provider.ts';

/**
 * A context without addresses of the operator, and what is done with it: which addresses are requested, and at which pace. Requests to
 * addresses below `answered` arrive there; the others fail.
 */
export function recordRequests(answered?: string) {
  const requested: string[] = [];
  const paces = new Set<number>();
  const context: ConnectorContext = {
    async fetch(input, init) {
      const url = String(input instanceof Request ? input.url : input);
      if (answered !== undefined && url.startsWith(answered)) return fetch(input, init);
      requested.push(url.replace(/\?.*/, ''));
      throw new Error('Nothing is sent');
    },
    accessToken: async () => 'token',
    endpoints: {},
    markup: { toMarkdown: async (_form, text) => text },
    async pace(_signal, requestsPerSecond) {
      paces.add(requestsPerSecond);
    },
  };
  return { requested, paces, context };
}
