import { globSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '@docfleet/testing';
import { type Dashboard, dashboardSchema } from './dashboard.ts';
import { fillDashboard, type Source } from './fill-dashboard.ts';
import { takePicture } from './take-picture.ts';

/** Draws every dashboard of the deployment into a folder; returns the panels for which Prometheus had nothing. */
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

const folder = fileURLToPath(new URL('../../../deploy/grafana/dashboards/', import.meta.url));

/** The dashboards of the deployment by the names of their files. */
const readDashboards = (): (readonly [name: string, Dashboard])[] =>
  globSync('*.json', { cwd: folder })
    .toSorted()
    .map((file) => [
      basename(file, '.json'),
      dashboardSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    ]);
