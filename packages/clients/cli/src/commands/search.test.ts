import { type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestCli } from '../../test/test-cli.fixture.ts';

const content = 'Die\tKrankenversicherung\nzahlt \u001b[31m jede Behandlung.';
const place = (word: string) => ({ start: content.indexOf(word), end: content.indexOf(word) + word.length });
const result = {
  score: 0.5,
  content,
  document: { id: 'd1', name: 'police.md', externalId: 'e' },
};
/** With `highlights`, as the service adds them. */
const found = {
  highlights: [place('Krankenversicherung'), place('Behandlung')],
  snippet: [{ text: 'jede Behandlung', isMatch: false }],
};

let service: StubServer;
beforeAll(async () => {
  service = await startStubServer(({ json }) => {
    const { highlights } = json as { highlights: boolean };
    const data = { results: [highlights ? { ...result, ...found } : result] };
    return { body: { success: true, message: '', data } };
  });
});
afterAll(() => service.close());

const search = async (isTerminal: boolean, ...args: string[]) => {
  const environment = { url: service.url, apiKey: 'df_live_id_secret', namespaceId: 'docs' };
  const { output } = await createTestCli({ environment, isTerminal }).run('search', 'Versicherung', ...args);
  return { output, request: service.requests.at(-1)?.json };
};
const highlighted = (output: string) =>
  output.replaceAll('\u001b[1m\u001b[33m', '[').replaceAll('\u001b[39m\u001b[22m', ']');

test('whole passages are printed as they were written, with the words that the service found in them', async () => {
  const { output, request } = await search(true, '--full');
  expect(highlighted(output)).toContain(
    '   Die    [Krankenversicherung]\n   zahlt \\u001b[31m jede [Behandlung].\n',
  );
  expect(request).toMatchObject({ highlights: true });
});

test('as many passages may be asked for as the service returns at most', async () => {
  expect((await search(false, '--top-k', '1000')).request).toMatchObject({ topK: 1_000 });
});

test('searches are limited by the source of documents, with an option for each field of the API', async () => {
  const place = ['--url-prefix', 'https://example.com/wiki/', '--modified-after', '2026-01-01'];
  const { request } = await search(false, ...place, '--filter', 'team=people');
  expect(request).toMatchObject({
    filter: {
      metadata: { team: 'people' },
      source: { urlPrefix: 'https://example.com/wiki/', modifiedAfter: '2026-01-01T00:00:00.000Z' },
    },
  });
});

test('an option by source without a text is sent as it is, so that it cannot match more', async () => {
  expect((await search(false, '--url-prefix', '')).request).toMatchObject({
    filter: { source: { urlPrefix: '' } },
  });
});

test('a moment that is none is refused with what it must be', async () => {
  const environment = { url: service.url, apiKey: 'df_live_id_secret', namespaceId: 'docs' };
  const cli = createTestCli({ environment });
  const { exitCode, errors } = await cli.run('search', 'leave', '--modified-before', 'yesterday');
  expect([exitCode, errors]).toEqual([2, expect.stringContaining('a day or moment like 2026-11-27')]);
});

test('a snippet is printed unless the whole passage is wanted', async () => {
  const { output } = await search(true);
  expect(output).toContain('jede Behandlung\n');
  expect(output).not.toContain('zahlt');
});

test('programs get passages without highlights', async () => {
  const { output, request } = await search(false);
  expect(JSON.parse(output)).toMatchObject({ content });
  expect(request).toMatchObject({ highlights: false });
});

test('a search without weights takes those of the model, and a hybrid one 0.7 and 0.3 unless others are given', async () => {
  const paths = () => service.requests.at(-1)?.path;
  expect((await search(false)).request).not.toHaveProperty('hybridConfig');
  expect(paths()).toBe('/v1/search');
  expect((await search(false, '--hybrid')).request).toMatchObject({
    hybridConfig: { semanticWeight: 0.7, keywordWeight: 0.3 },
  });
  expect(paths()).toBe('/v1/search/hybrid');
  const { request } = await search(false, '--hybrid', '0.9');
  expect(request).toMatchObject({ hybridConfig: { semanticWeight: 0.9, keywordWeight: 0.1 } });
});
