import type { Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import type { BrowserContext, Page, Route } from 'playwright-core';

const deadlineMs = 30_000;
/** Scripts that never come to rest are not waited for longer. */
const settleMs = 10_000;
/** Milliseconds for all of it: a script that runs without end responds to nothing. */
const defaultTotalMs = 45_000;
const maxRequests = 200;
const maxResponseBytes = 10 * 1024 * 1024;
const unseen = new Set([
  'image',
  'media',
  'font',
  'texttrack',
  'eventsource',
  'websocket',
  'manifest',
  'ping',
]);

export interface Rendering {
  /** The operator's Chromium. */
  readonly browserPath: string;
  readonly egress: Egress;
  /** Returns the headers of requests to an address. */
  readonly headersFor: (url: URL) => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds for all of it; 45 s unless given. */
  readonly totalMs?: number;
}

/** The browser's own way into the network leads nowhere: everything that it asks for is fetched through the egress. */
const isolation = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
];

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body));
}

/** Serves a request of the page through the egress, so that scripts reach no address that the scraper may not. */
async function answer(route: Route, { egress, headersFor, signal }: Rendering): Promise<void> {
  const request = route.request();
  if (request.method() !== 'GET' || unseen.has(request.resourceType())) return route.abort();
  const url = URL.parse(request.url());
  if (!url || !/^https?:$/.test(url.protocol)) return route.abort();
  try {
    const asked = { headers: headersFor(url), maxBytes: maxResponseBytes, signal };
    const got = await egress.fetchPage(url, asked);
    const body = await bytesOf(got.body);
    const kept = [...got.headers].filter(([name]) => !/^content-(?:encoding|length)$|^transfer-/.test(name));
    await route.fulfill({ status: got.status, headers: Object.fromEntries(kept), body });
  } catch {
    // For the page it is a request that failed; what it shows then is what its visitors would see.
    // It cannot be aborted when the page was closed meanwhile, which is as well.
    await route.abort().catch(() => undefined);
  }
}

async function guard(context: BrowserContext, rendering: Rendering): Promise<void> {
  let requests = 0;
  await context.route('**/*', (route) =>
    requests++ < maxRequests ? answer(route, rendering) : route.abort(),
  );
  await context.routeWebSocket('**/*', (socket) => socket.close());
}

/**
 * The HTML of a page as it stands, cut where it is too long: a script may have made any amount of it. It is read in a world of its own,
 * where the page's scripts have changed nothing.
 */
async function htmlOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const expression = `document.documentElement.outerHTML.slice(0, ${limits.pageBytes + 1})`;
  const { result } = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
  return String(result.value ?? '');
}

/** The HTML of a page after its scripts have run. Rejects with PAGE_UNREACHABLE when the browser cannot bring it in. */
export async function renderPage(url: URL, rendering: Rendering): Promise<string> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: rendering.browserPath,
    args: isolation,
    timeout: deadlineMs,
    // Its own sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const stop = () => void browser.close();
  const ending = AbortSignal.any([
    rendering.signal,
    AbortSignal.timeout(rendering.totalMs ?? defaultTotalMs),
  ]);
  ending.addEventListener('abort', stop, { once: true });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false });
    await guard(context, rendering);
    const page = await context.newPage();
    await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: deadlineMs });
    // A page that goes on loading is read as it is then.
    await page.waitForLoadState('networkidle', { timeout: settleMs }).catch(() => undefined);
    return await htmlOf(page);
  } catch (cause) {
    rendering.signal.throwIfAborted();
    throw new AppError('PAGE_UNREACHABLE', `The page of ${url.host} could not be shown in the browser`, {
      cause,
    });
  } finally {
    ending.removeEventListener('abort', stop);
    await browser.close();
  }
}
