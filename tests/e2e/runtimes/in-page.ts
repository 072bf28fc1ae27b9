import { startBrowser } from '@docfleet/testing';

/** A site that has no TLS; 127.0.0.1 does not count as one. */
export const siteWithoutTls = 'http://docfleet.test';

/** Evaluates on a page of the proxy's own origin, or on one of a site without TLS that leads to it. */
export async function inPage(
  proxyUrl: string,
  expression: string,
  origin: typeof proxyUrl | typeof siteWithoutTls = proxyUrl,
): Promise<unknown> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.route(`${siteWithoutTls}/**`, (route) =>
      route.continue({ url: route.request().url().replace(siteWithoutTls, proxyUrl) }),
    );
    await page.goto(`${origin}/page`);
    return await page.evaluate(`import('/scenario.js').then((scenario) => ${expression})`);
  } finally {
    await browser.close();
  }
}
