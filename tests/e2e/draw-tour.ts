/**
 * `npm run pictures`: takes the README's pictures from the running product, into docs/images: console.png, and tour.webp, which shows the
 * quickstart and the console one after the other. Needs Chromium and img2webp (Debian: chromium, webp).
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDocfleetClient } from '@docfleet/sdk';
import {
  eventually,
  type FleetProcess,
  openVisitor,
  startBrowser,
  startFleetProcess,
} from '@docfleet/testing';
import type { Page } from 'playwright-core';
import { drawTerminal } from './terminal-picture.ts';

const repository = join(import.meta.dirname, '../..');
const images = join(repository, 'docs/images');
const namespaceId = 'quickstart';
const question = 'What happens to the readings when the internet connection of the gateway is down?';
const startMs = 240_000;

/** The pictures of the tour in their order, each with how long it is shown. */
const shownMs: Readonly<Record<string, number>> = {
  start: 2_500,
  quickstart: 5_000,
  overview: 3_000,
  documents: 3_000,
  document: 3_000,
  search: 4_000,
};

/** What the quickstart printed, without the key and with the usual address. */
function printedBy(fleet: FleetProcess): string {
  const withoutKey = fleet.printed().replaceAll(fleet.apiKey, 'df_live_…');
  const lines = withoutKey.replaceAll(fleet.url, 'http://localhost:4000').split('\n');
  return lines
    .filter((line) => !/^\s*[{[]|^curl|^Console:/.test(line))
    .map((line) => (line.length > 112 ? `${line.slice(0, 111)}…` : line))
    .join('\n')
    .trim();
}

async function showTerminal(page: Page, output: string, file: string): Promise<void> {
  const line = 'npm run quickstart';
  const picture = drawTerminal([{ line, output }], 116);
  await page.setContent(
    `<body style="margin:0;background:#0d1117;display:grid;place-items:start">${picture}</body>`,
  );
  await page.screenshot({ path: file });
}

async function takePictures(page: Page, fleet: FleetProcess, folder: string): Promise<void> {
  const file = (name: string) => join(folder, `${name}.png`);
  await showTerminal(page, '', file('start'));
  await showTerminal(page, printedBy(fleet), file('quickstart'));
  const [, link = ''] = /^Console: (\S+)/m.exec(fleet.printed()) ?? [];
  await page.goto(link);
  await page.waitForURL((url) => !url.pathname.includes('sign-in'));
  const client = createDocfleetClient({ baseUrl: fleet.url, apiKey: fleet.apiKey });
  const { documents = [] } = await client.documents.list({
    namespaceId,
    filterConfig: {},
    pagination: { pageSize: 100 },
  });
  const faq = documents.find(({ name }) => name === 'product-faq.html');
  const pages = {
    overview: `/n/${namespaceId}/overview`,
    documents: `/n/${namespaceId}/documents`,
    document: `/n/${namespaceId}/documents/${faq?.id}`,
    search: `/n/${namespaceId}/search?${new URLSearchParams({ q: question })}`,
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${fleet.url}/console${path}`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: file(name) });
  }
}

const folder = await mkdtemp(join(tmpdir(), 'docfleet-pictures-'));
const fleet = await startFleetProcess({
  dataDirectory: join(folder, 'data'),
  quickstartWith: 'examples/documents',
  startWithinMs: startMs,
});
const browser = await startBrowser();
try {
  await eventually(
    () =>
      fleet.printed().includes('docfleet is ready')
        ? Promise.resolve()
        : Promise.reject(new Error('not ready')),
    startMs,
  );
  const { page } = await openVisitor(browser, 'desktop');
  await takePictures(page, fleet, folder);
  await mkdir(images, { recursive: true });
  const frames = Object.entries(shownMs).flatMap(([name, ms]) => [
    '-d',
    String(ms),
    join(folder, `${name}.png`),
  ]);
  const options = ['-loop', '0', '-min_size', '-lossy', '-q', '70'];
  await promisify(execFile)('img2webp', [...options, ...frames, '-o', join(images, 'tour.webp')]);
  await promisify(execFile)('cp', [join(folder, 'documents.png'), join(images, 'console.png')]);
} finally {
  await browser.close();
  await fleet.stop();
  await rm(folder, { recursive: true });
}
