/**
 * `npm run pictures`: takes the README's pictures from the running product, into docs/images: ask.png, and tour.webp, which shows the
 * quickstart and the console one after the other. The chat model is an emulator with a recorded answer, whose
 * quotes the product verifies like any other. Needs Chromium and
 * img2webp (Debian: chromium, webp).
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDocfleetClient } from '@docfleet/sdk';
import {
  type ChatCall,
  type ChatEmulator,
  chatEmulatorKey,
  eventually,
  type FleetProcess,
  openVisitor,
  readPrompt,
  startBrowser,
  startChatEmulator,
  startFleetProcess,
} from '@docfleet/testing';
import type { Page } from 'playwright-core';
import { drawTerminal } from './terminal-picture.ts';

const repository = join(import.meta.dirname, '../..');
const images = join(repository, 'docs/images');
const namespaceId = 'quickstart';
const question = 'What happens to the readings when the internet connection of the gateway is down?';
const startMs = 240_000;

/** The pictures of the tour in their order, each with how long it is shown; the first is all that some readers of the README see. */
const shownMs: Readonly<Record<string, number>> = {
  quickstart: 5_000,
  overview: 3_000,
  documents: 3_000,
  document: 3_000,
  search: 4_000,
  ask: 5_000,
};

/** Output of the quickstart, without the key and with the usual address. */
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
    // Twice: the first search of a process loads its model and its store.
    for (const _visit of ['first', 'shown'])
      await page.goto(`${fleet.url}/console${path}`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: file(name) });
  }
  await takeAnswer(page, fleet, file('ask'));
}

/** The page that answers questions, with an answer and its citations. */
async function takeAnswer(page: Page, fleet: FleetProcess, file: string): Promise<void> {
  await page.goto(`${fleet.url}/console/n/${namespaceId}/ask`, { waitUntil: 'networkidle' });
  await page.getByLabel('Your question').fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('list', { name: 'Sources' }).waitFor();
  await page.screenshot({ path: file });
}

/** The recorded answer, with its quotes attributed to the passage that contains them. */
function answerFromFaq(call: ChatCall): string {
  const sentences = {
    'The gateway stores readings for 72 hours and delivers them in order once the connection is back':
      'stores readings for 72 hours and delivers them in order once it is back',
    'Local alarms continue to work meanwhile': 'Local alarms on the buzzer output continue to work',
  };
  const { passages } = readPrompt(call);
  return Object.entries(sentences)
    .map(([sentence, quote]) => {
      const passage = passages.find(({ text }) => text.includes(quote));
      return `${sentence} [${passage?.number}: "${quote}"].`;
    })
    .join(' ');
}

/** The operator's default chat model, which may lie in a private network. */
const chatModelOf = ({ url }: ChatEmulator) =>
  JSON.stringify({ provider: 'OPENAI', model: 'extractive', apiKey: chatEmulatorKey, baseUrl: `${url}/v1` });

const folder = await mkdtemp(join(tmpdir(), 'docfleet-pictures-'));
const emulator = await startChatEmulator('OPENAI', { respond: answerFromFaq });
const fleet = await startFleetProcess({
  environment: { DEFAULT_CHAT_MODEL_CONFIG: chatModelOf(emulator) },
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
  await copyFile(join(folder, 'ask.png'), join(images, 'ask.png'));
} finally {
  await browser.close();
  await fleet.stop();
  await emulator.close();
  await rm(folder, { recursive: true });
}
