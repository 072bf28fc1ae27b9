import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { startBrowser } from '@docfleet/testing';
import type { FilledDashboard } from './filled-dashboard.ts';

type Browser = Awaited<ReturnType<typeof startBrowser>>;

/** Served to the browser alone: no such host is asked. */
const origin = 'http://preview.invalid';
const width = 1_600;

const page = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/style.css">
<link rel="stylesheet" href="/uplot/uPlot.min.css">
<script type="importmap">{ "imports": { "uplot": "/uplot/uPlot.esm.js" } }</script>
<body><script type="module" src="/page.ts"></script>`;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.ts': 'text/javascript',
};

/** A file of the page, or of the library that draws. */
async function readPart(path: string) {
  const library = /^\/uplot\/(.+)$/.exec(path)?.[1];
  const file = library
    ? new URL(library, import.meta.resolve('uplot'))
    : new URL(`browser${path}`, import.meta.url);
  const text = await readFile(fileURLToPath(file), 'utf8');
  const extension = extname(path);
  return {
    contentType: types[extension] ?? 'text/plain',
    body: extension === '.ts' ? stripTypeScriptTypes(text) : text,
  };
}

/** Draws a dashboard in a browser and writes a PNG of it. */
export async function takePicture(browser: Browser, dashboard: FilledDashboard, file: string): Promise<void> {
  const tab = await browser.newPage({ viewport: { width, height: 800 } });
  const errors: Error[] = [];
  tab.on('pageerror', (error) => errors.push(error));
  await tab.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill(
      pathname === '/' ? { contentType: 'text/html', body: page } : await readPart(pathname),
    );
  });
  await tab.addInitScript({ content: `window.dashboard = ${JSON.stringify(dashboard)}` });
  await tab.goto(origin, { waitUntil: 'networkidle' });
  if (errors[0]) throw errors[0];
  await tab.screenshot({ path: file, fullPage: true });
  await tab.close();
}
