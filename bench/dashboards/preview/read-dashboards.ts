import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Dashboard, dashboardSchema } from './dashboard.ts';

const folder = fileURLToPath(new URL('../../../deploy/grafana/dashboards/', import.meta.url));

/** The dashboards of the deployment by the names of their files. */
export const readDashboards = (): (readonly [name: string, Dashboard])[] =>
  globSync('*.json', { cwd: folder })
    .toSorted()
    .map((file) => [
      basename(file, '.json'),
      dashboardSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    ]);
