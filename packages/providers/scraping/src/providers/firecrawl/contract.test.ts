import { readFileSync } from 'node:fs';
import { createEgress } from '@docfleet/egress';
import { contractFile, runWhere, startFirecrawlEmulator } from '@docfleet/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { webReader as reader } from '../../../test/web-reader.ts';
import { firecrawl } from './index.ts';

const file = contractFile('firecrawl/v2-openapi.json');
const describeKnown = runWhere(
  describe,
  file !== undefined,
  'no firecrawl/v2-openapi.json (VENDOR_CONTRACTS names its folder)',
);

// OpenAPI 3.0 writes `nullable` beside `oneOf`, which no JSON Schema knows.
const withoutNullable = (name: string, value: unknown) => (name === 'nullable' ? undefined : value);

function readContract(path: string) {
  const description = JSON.parse(readFileSync(path, 'utf8'), withoutNullable);
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(description, 'firecrawl');
  const scrape = 'firecrawl#/paths/~1scrape/post';
  return {
    request: ajv.compile({ $ref: `${scrape}/requestBody/content/application~1json/schema` }),
    reply: ajv.compile({ $ref: `${scrape}/responses/200/content/application~1json/schema` }),
    options: Object.keys(description.components.schemas.ScrapeOptions.properties),
  };
}

describeKnown("Firecrawl's own description", () => {
  let contract: ReturnType<typeof readContract>;
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  let emulator: Awaited<ReturnType<typeof startFirecrawlEmulator>>;
  beforeAll(async () => {
    contract = readContract(file ?? '');
    emulator = await startFirecrawlEmulator({ site: { '/': { title: 'Title', parts: { a: 'Text' } } } });
  });
  afterAll(async () => {
    await emulator.close();
    reader.close();
    await egress.close();
  });

  test.each([true, false])('knows what is asked (fresh: %s) and what the emulator answers', async (fresh) => {
    const { request, reply, options } = contract;
    const { apiKey, url, requests } = emulator;
    const context = { egress, reader, endpoints: { firecrawl: url } };
    const scraper = firecrawl.open({ provider: 'FIRECRAWL', apiKey }, context);
    const headers = { 'Accept-Language': 'de' };
    const selectors = { includeSelectors: ['.a'], excludeSelectors: ['.b'] };
    await scraper.scrape(
      { url: new URL('https://site.example/'), ...selectors, headers, fresh },
      new AbortController().signal,
    );
    const sent = requests.at(-1)?.json as object;
    expect([request(sent), request.errors]).toEqual([true, null]);
    for (const name of Object.keys(sent)) expect(['url', ...options]).toContain(name);
    expect(sent).toMatchObject({ includeTags: ['.a'], excludeTags: ['.b'], headers });
    expect((sent as { maxAge?: number }).maxAge).toBe(fresh ? 0 : undefined);

    const again = await fetch(`${url}/v2/scrape`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(sent),
    });
    expect([reply(await again.json()), reply.errors]).toEqual([true, null]);
  });
});
