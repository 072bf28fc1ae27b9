/**
 * The attacker of `neighbors.integration.test.ts`, as a process of its own: what its requests cost it does not count as the neighbor's time.
 * Prints how often it received which status when it is stopped.
 */
import { constants, setPriority } from 'node:os';
import { type ApiResponse, createApiClient, startStubServer } from '@docfleet/testing';
import { textBody } from '../documents.ts';
import { growingOds, growingXlsx } from './growing-files.fixture.ts';

type Attack = () => Promise<ApiResponse>;

// Its computer is another one than the fleet's: here it has what the fleet leaves.
setPriority(constants.priority.PRIORITY_LOW);

const [url = '', apiKey = '', chosen = ''] = process.argv.slice(2);
const api = createApiClient({ url, apiKey });

const links = Array.from({ length: 2_000 }, (_, index) => `<a href="p${index}">x</a>`).join('');
const largePage = `<base href="https://site.example/${'a'.repeat(500_000)}/"><p>text</p>${links}`;
const manyLinks = Array.from(
  { length: 2_500 },
  (_, index) => `<li><a href="part/${index}">Part ${index}</a></li>`,
);
const linksPage = `<base href="https://site.example/${'a'.repeat(1_000)}/"><p>text</p><ul>${manyLinks.join('')}</ul>`;
const site = await startStubServer(({ method, path }, response) => {
  // A webhook's receiver that never responds.
  if (method === 'POST') return void response.on('close', () => undefined);
  return {
    headers: { 'content-type': 'text/html' },
    body: path.startsWith('/links/') ? linksPage : largePage,
  };
});

const fields = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`field${index}`, { $ne: 'a' }]));
const values = Array.from({ length: 1_000 }, (_, index) => `value ${index}`);

const upload =
  (name: string, content: string | Uint8Array): Attack =>
  () =>
    api.upload(
      '/v1/ingest/file',
      { namespaceId: 'own' },
      { name: `${crypto.randomUUID()}.${name}`, content },
    );

const ingestPage =
  (path: string): Attack =>
  () =>
    api.request('POST', '/v1/ingest/urls', {
      namespaceId: 'own',
      ingestConfig: { source: 'URLS_LIST', config: { urls: [`${site.url}/${path}/${crypto.randomUUID()}`] } },
    });

const searchFor =
  (query: string, more: object = {}): Attack =>
  () =>
    api.request('POST', '/v1/search', { namespaceId: 'own', query, ...more });

/** The worst that an ordinary key may do, by its name. */
const attacks: Readonly<Record<string, Attack>> = {
  lists: () =>
    api.request('POST', '/v1/documents', {
      namespaceId: 'own',
      filterConfig: { metadata: { ...fields, last: { $nin: values } } },
      includeConfig: { statsByStatus: true, statsBySource: true },
    }),
  queries: searchFor('heron '.repeat(300)),
  marks: searchFor(`a${'\u0316\u0301'.repeat(4_000)}`),
  results: searchFor('text', { topK: 1_000, highlights: true }),
  pages: ingestPage('large'),
  links: ingestPage('links'),
  texts: () => api.request('POST', '/v1/ingest/text', textBody('own', 'A long text. '.repeat(2_000))),
  rows: upload('csv', 'heron,pond\n'.repeat(20_000)),
  xlsx: upload('xlsx', growingXlsx()),
  ods: upload('ods', growingOds()),
};
/** All but those that only make one of these worse. */
const usual = ['lists', 'queries', 'pages', 'texts', 'results', 'rows'];

const statuses: Record<string, number> = {};
const stopped = new AbortController();

async function repeat(attack: Attack): Promise<void> {
  while (!stopped.signal.aborted) {
    const outcome = await attack().then(
      ({ status, body }) => (status >= 500 ? `${status} ${body.error?.code}` : status),
      (error: Error) => String(error.cause ?? error),
    );
    statuses[outcome] = (statuses[outcome] ?? 0) + 1;
  }
}

process.once('SIGTERM', () => stopped.abort());
const { status } = await api.request('POST', '/v1/webhooks', { url: site.url });
console.log(`The webhook was answered with ${status}`);
// Each thing three times at once, again and again.
const selected = (chosen === '' ? usual : chosen.split(',')).map((name) => attacks[name] as Attack);
await Promise.all(selected.flatMap((attack) => [attack, attack, attack]).map(repeat));
console.log(JSON.stringify(statuses));
await site.close();
