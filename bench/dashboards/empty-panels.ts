import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const dashboards = fileURLToPath(new URL('../../deploy/grafana/dashboards/', import.meta.url));
const deadlineMs = 30_000;
/** Four steps of `timeInterval` in the provisioned data source, as Grafana takes them. */
const rateInterval = '60s';

const dashboardSchema = z.object({
  title: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), allValue: z.string().optional() })) }),
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
type Dashboard = z.output<typeof dashboardSchema>;

const vector = z.object({ data: z.object({ result: z.array(z.unknown()) }) });

/** An expression with each variable as it is at first: all of its values. */
function fillVariables(expression: string, { templating }: Dashboard): string {
  const values = new Map(templating.list.map(({ name, allValue }) => [name, allValue ?? '.*']));
  values.set('__rate_interval', rateInterval);
  return expression.replaceAll(/\$(\w+)/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Whether an expression had a value at any time within the last minutes. */
async function hasData(prometheus: string, expression: string, minutes: number): Promise<boolean> {
  const query = `last_over_time((${expression})[${minutes}m:15s])`;
  const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query })}`, {
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (!response.ok) throw new Error(`${expression}: ${await response.text()}`);
  return vector.parse(await response.json()).data.result.length > 0;
}

/** Returns the panels of the deployment's dashboards for which Prometheus had nothing within the last minutes. */
export async function findEmptyPanels(prometheus: string, minutes: number): Promise<string[]> {
  const empty: string[] = [];
  for (const file of globSync('*.json', { cwd: dashboards }).toSorted()) {
    const dashboard = dashboardSchema.parse(JSON.parse(readFileSync(join(dashboards, file), 'utf8')));
    for (const { title, targets } of dashboard.panels) {
      const filled = targets.map(({ expr }) => hasData(prometheus, fillVariables(expr, dashboard), minutes));
      if (!(await Promise.all(filled)).includes(true)) empty.push(`${dashboard.title}: ${title}`);
    }
  }
  return empty;
}
