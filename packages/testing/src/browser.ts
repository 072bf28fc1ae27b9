import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/**
 * Path of Chromium on this machine; undefined without one. The headless shell, a Debian package of its own, is preferred: it is the same
 * engine without the browser around it, and takes a quarter less processor time.
 */
export const chromiumPath: string | undefined = ['chromium-headless-shell', 'chromium', 'chromium-browser']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

/** Sizes of the screens that pages are tried on. */
export const screens = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/** Page in a browser of its own, with records of the requests it sent and of those that policies blocked. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Violations of Content-Security-Policies so far, each as directive and address. */
  readonly violations: string[];
  /** Origins that requests were sent to so far. */
  readonly origins: ReadonlySet<string>;
}

/** Starts Chromium. Its library is loaded here, so that other tests do not pay for it. */
export async function startBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  if (chromiumPath === undefined) throw new Error('No Chromium is installed');
  // Its own sandbox does not work for root.
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium.launch({ executablePath: chromiumPath, chromiumSandbox });
}

/** Opens a page in a browser context without cookies, which records policy violations and the origins of requests. */
export async function openVisitor(browser: Browser, screen: keyof typeof screens): Promise<Visitor> {
  const context = await browser.newContext({ viewport: screens[screen] });
  const violations: string[] = [];
  const origins = new Set<string>();
  await context.exposeFunction('noteViolation', (line: string) => void violations.push(line));
  await context.addInitScript({
    content: `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      noteViolation(effectiveDirective + ' ' + blockedURI));`,
  });
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  return { context, page: await context.newPage(), violations, origins };
}
