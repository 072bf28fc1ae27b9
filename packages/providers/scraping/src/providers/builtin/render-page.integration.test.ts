import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createEgress } from '@docfleet/egress';
import { limits } from '@docfleet/runtime/config';
import { chromiumPath as browserPath, runWhere, type StubRequest, startStubServer } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { webReader as reader } from '../../../test/web-reader.ts';
import type { ScrapedPage } from '../../scraped-page.ts';
import { builtin } from './index.ts';
import { renderPage } from './render-page.ts';

const signal = new AbortController().signal;

const describeWithBrowser = runWhere(describe, browserPath !== undefined, 'no Chromium is installed');

describeWithBrowser('a page that needs JavaScript', () => {
  test('is read as the browser shows it, which reaches no address that a page could not', async () => {
    let connections = 0;
    const canary = createServer(() => connections++);
    await once(canary.listen(0, '127.0.0.2'), 'listening');
    const headers = { 'content-type': 'text/html' };
    const other = await startStubServer(() => ({}));
    const site = await startStubServer(({ path }) => {
      if (path === '/data.json') return { body: { text: 'Brought in by a script.' } };
      const forbidden = `http://127.0.0.2:${(canary.address() as AddressInfo).port}`;
      const script = `
          fetch('${forbidden}/').then((answer) => answer.text(), () => 'nothing').then((stolen) =>
            fetch('/data.json').then((answer) => answer.json()).then(({ text }) => {
              document.querySelector('#root').innerHTML = '<h1>Shown</h1><p>' + text + ' ' + stolen + '</p><a href="/next">Next</a>';
            }));
          fetch('${other.url}/', { mode: 'no-cors' });
          new WebSocket('${forbidden.replace('http', 'ws')}/');`;
      return { headers, body: `<title>App</title><div id="root"></div><script>${script}</script>` };
    });
    const egress = createEgress({ allowCidrs: ['127.0.0.1/32'] });
    try {
      const scraper = builtin.open(
        { provider: 'BUILTIN' },
        { egress, reader, settings: { SCRAPER_BROWSER: browserPath ?? '' } },
      );
      const request = {
        url: new URL(site.url),
        includeSelectors: [],
        excludeSelectors: [],
        headers: { Authorization: 'token' },
        fresh: true,
      };
      const page = (await scraper.scrape(request, signal)) as ScrapedPage;
      expect(page.markdown).toContain('# Shown\n\nBrought in by a script. nothing');
      expect(page.links.map(({ pathname }) => pathname)).toEqual(['/next']);
      expect(connections).toBe(0);
      const shown = ({ headers }: StubRequest) => headers.authorization;
      expect(site.requests.map(shown)).toEqual(['token', 'token', 'token']);
      expect(other.requests.map(shown)).toEqual([undefined]);
    } finally {
      canary.close();
      reader.close();
      await Promise.all([site.close(), other.close(), egress.close()]);
    }
  });

  describe('whose scripts do their worst', () => {
    const render = async (script: string, totalMs: number) => {
      const body = `<div id="root"></div><script>${script}</script>`;
      const site = await startStubServer(() => ({ headers: { 'content-type': 'text/html' }, body }));
      const egress = createEgress({ allowCidrs: ['127.0.0.1/32'] });
      const settings = { browserPath: browserPath ?? '', egress, headersFor: () => ({}), signal, totalMs };
      try {
        return await renderPage(new URL(site.url), settings);
      } finally {
        await Promise.all([site.close(), egress.close()]);
      }
    };

    test('ends with its browser when they run without end', async () => {
      await expect(render('setTimeout(() => { for (;;); }, 100)', 8_000)).rejects.toMatchObject({
        code: 'PAGE_UNREACHABLE',
      });
    }, 60_000);

    test('is cut where they make more of it than a page may have', async () => {
      const html = await render(
        `Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'forged' });
         for (let part = 0; part < 12; part += 1) document.body.append(document.createComment('x'.repeat(1024 * 1024)));`,
        45_000,
      );
      expect(html).toHaveLength(limits.pageBytes + 1);
    }, 60_000);
  });
});
