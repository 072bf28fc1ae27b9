import { fileURLToPath } from 'node:url';
import { screens } from '@docfleet/testing';
import { expect } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { ConsoleVisitor } from './start-console.ts';

const pictures = fileURLToPath(new URL('../../../docs/guides/console/', import.meta.url));
const takesPictures = process.env['SCREENSHOTS'] === '1';

/** Each size and each color; all of both where pictures are taken, which run without a user. */
const looks = [
  ['phone', 'dark'],
  ['desktop', 'light'],
  ...(takesPictures
    ? ([
        ['phone', 'light'],
        ['desktop', 'dark'],
      ] as const)
    : []),
] as const;

const lookOf = (name: string) => (name.endsWith('-phone') ? 'phone dark' : 'desktop light');

async function findFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  // Axe is in the page, and not in this process. What was announced to screen readers may name a button that is gone since. What
  // passed is not described, which takes longer than looking at it, and styles are not fetched again for rules that are off.
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(
      { exclude: ['[data-live-announcer]'] },
      { resultTypes: ['violations'], selectors: false, preload: false },
    ),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) => {
      const reasons = [...any, ...all, ...none].map(({ message }) => message).join('; ');
      return `${id}: ${html.slice(0, 200)}: ${reasons}`;
    }),
  );
}

/** Wider than the screen is what would have to be pushed sideways. */
const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

/**
 * Holds the page that is open against what every page of the console has to be, on a desktop in light and on a phone in dark:
 * accessible by axe, no wider than the screen, nothing forbidden by its policy, nothing requested from other hosts, no error.
 * With SCREENSHOTS=1 the named pictures are written to docs/guides/console: of a desktop in light, or, where the name ends so, of a `-phone` in dark.
 */
export async function checkPage(visitor: ConsoleVisitor, ...names: readonly string[]): Promise<void> {
  const { page, violations, origins, complaints } = visitor;
  const faults: string[] = [];
  for (const [screen, colorScheme] of looks) {
    await page.setViewportSize(screens[screen]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Scripts learn of the colors before the next frame.
    await page.evaluate('new Promise(requestAnimationFrame)');
    const found = await findFaults(page);
    const width = await widthOf(page);
    if (width > screens[screen].width) found.push(`it is ${width} pixels wide`);
    faults.push(...found.map((fault) => `${screen}, ${colorScheme}: ${fault}`));
    for (const name of names.filter((given) => lookOf(given) === `${screen} ${colorScheme}`))
      if (takesPictures) await page.screenshot({ path: `${pictures}${name}.png` });
  }
  await page.setViewportSize(screens.desktop);
  await page.emulateMedia({ colorScheme: 'light' });
  // Blobs of the page, and the browser's own viewer of PDFs, have no origin.
  const asked = [...origins].filter((origin) => origin !== 'null');
  expect({ faults, violations, complaints, origins: asked }).toEqual({
    faults: [],
    violations: [],
    complaints: [],
    origins: [new URL(page.url()).origin],
  });
}
