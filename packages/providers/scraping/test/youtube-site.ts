import { createEgress } from '@docfleet/egress';
import { type StubRequest, type StubResponse, startStubServer } from '@docfleet/testing';

export const videoId = 'dQw4w9WgXcQ';
type Answer = StubResponse | ((request: StubRequest) => StubResponse);

const watchPage = '<html><script>ytcfg.set({"INNERTUBE_API_KEY":"inner-key"})</script></html>';

/** A local server that behaves like YouTube with its odd habits; `answers` by path. */
export async function startYouTube() {
  const answers = new Map<string, Answer>();
  const server = await startStubServer((request) => {
    const answer = answers.get(request.path) ?? { status: 404 };
    return typeof answer === 'function' ? answer(request) : answer;
  });
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  const endpoints = { site: server.url, dataApi: server.url };
  return {
    server,
    answers,
    context: { fetch: egress.fetch, signal: new AbortController().signal, endpoints },
    reset() {
      answers.clear();
      server.requests.length = 0;
      answers.set('/watch', { body: watchPage });
      answers.set('/playlist', { body: watchPage });
    },
    async close() {
      await egress.close();
      await server.close();
    },
  };
}

export type YouTube = Awaited<ReturnType<typeof startYouTube>>;
