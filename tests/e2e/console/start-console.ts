import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { noteFailures, openVisitor, startBrowser, type Visitor } from '@docfleet/testing';
import type { Browser } from 'playwright-core';
import { type OwnFleet, startTestFleet } from '../test-fleet.ts';

/** A browser that is signed in to the console. */
export interface ConsoleVisitor extends Visitor {
  /** Everything that its pages complained about. */
  readonly complaints: readonly string[];
  /** Goes to a path below `/console`. */
  open(path: string): Promise<void>;
}

/** A fleet with its console, and Chromium to look at it. */
export interface TestConsole {
  readonly fleet: OwnFleet;
  readonly browser: Browser;
  /** A browser without a past that is signed in with a key; it reaches the fleet at its own address unless another leads there. */
  visitAs(apiKey: string, url?: string): Promise<ConsoleVisitor>;
  close(): Promise<void>;
}

/** A page that is slower is broken; the machine may be busy. */
const waitTimeoutMs = 15_000;
const buildDeadlineMs = 120_000;

async function visit(
  browser: Browser,
  { url, apiKey }: Pick<OwnFleet, 'url' | 'apiKey'>,
): Promise<ConsoleVisitor> {
  const visitor = await openVisitor(browser, 'desktop');
  const { context, page } = visitor;
  const headers = { 'x-docfleet-console': '1', 'sec-fetch-site': 'same-origin' };
  const response = await context.request.post(`${url}/console/session`, { headers, data: { apiKey } });
  if (!response.ok()) throw new Error(await response.text());
  page.setDefaultTimeout(waitTimeoutMs);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { ...visitor, complaints, open: async (path) => void (await page.goto(`${url}/console${path}`)) };
}

/** Describes the open pages after a failed test. */
async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const descriptions = pages.map(async (page) => {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 1_000 }).catch(String);
    return `${page.url()} shows\n${shown.slice(0, 8_000)}`;
  });
  return (await Promise.all(descriptions)).join('\n');
}

/** Builds the console, where its sources have changed, and starts a fleet that serves it; with a folder, as `npm run quickstart` does. */
export async function startConsole(
  environment: Readonly<Record<string, string>> = {},
  quickstartWith?: string,
): Promise<TestConsole> {
  await promisify(execFile)(process.execPath, ['scripts/console-build.ts', '--if-changed'], {
    timeout: buildDeadlineMs,
  });
  // Tests are busier than people.
  const fleet = await startTestFleet({ RATE_LIMIT_PER_MINUTE: '0', ...environment }, quickstartWith);
  const browser = await startBrowser();
  const forget = noteFailures(() => describePages(browser));
  return {
    fleet,
    browser,
    visitAs: (apiKey, url = fleet.url) => visit(browser, { url, apiKey }),
    async close() {
      forget();
      await browser.close();
      await fleet.remove();
    },
  };
}
