import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startBrowser } from '@docfleet/testing';
import { fillDashboard, type Source } from './fill-dashboard.ts';
import { readDashboards } from './read-dashboards.ts';
import { takePicture } from './take-picture.ts';

/** Draws every dashboard of the deployment into a folder; gives the panels for which Prometheus had nothing. */
export async function drawDashboards(source: Source, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const browser = await startBrowser();
  const empty: string[] = [];
  try {
    for (const [name, dashboard] of readDashboards()) {
      const filled = await fillDashboard(dashboard, source);
      await takePicture(browser, filled, join(folder, `${name}.png`));
      const withoutLines = filled.panels.filter(({ lines }) => lines.length === 0);
      empty.push(...withoutLines.map(({ title }) => `${filled.title}: ${title}`));
    }
  } finally {
    await browser.close();
  }
  return empty;
}
