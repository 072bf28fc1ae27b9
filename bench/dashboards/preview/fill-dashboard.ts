import { z } from 'zod';
import type { Dashboard, Panel } from './dashboard.ts';
import type { FilledDashboard, FilledPanel, Line } from './filled-dashboard.ts';

/** What a dashboard is filled from. */
export interface Source {
  /** Prometheus' address. */
  readonly prometheus: string;
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** Of `timeInterval` in the provisioned data source; Grafana takes four of them for `$__rate_interval`. */
const stepSeconds = 15;
const rateInterval = `${4 * stepSeconds}s`;
const deadlineMs = 30_000;

const matrix = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
});

/** Each variable as it is at first: all of its values. */
function fillVariables(expression: string, { templating }: Dashboard): string {
  const values = new Map(templating.list.map(({ name, allValue }) => [name, allValue ?? '.*']));
  values.set('__rate_interval', rateInterval);
  return expression.replaceAll(/\$(\w+)/g, (whole, name: string) => values.get(name) ?? whole);
}

const fillLegend = (legend: string, labels: Readonly<Record<string, string>>) =>
  legend.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => labels[name] ?? '').trim();

async function queryRange(expression: string, { prometheus, from, to }: Source) {
  const query = new URLSearchParams({
    query: expression,
    start: String(from),
    end: String(to),
    step: String(stepSeconds),
  });
  const response = await fetch(`${prometheus}/api/v1/query_range?${query}`, {
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (!response.ok) throw new Error(`${expression}: ${await response.text()}`);
  return matrix.parse(await response.json()).data.result;
}

const highest = ({ values }: Line) => Math.max(...values.map((value) => value ?? 0));

/** A panel's lines, those that came highest first. */
async function fillPanel(panel: Panel, dashboard: Dashboard, source: Source, times: readonly number[]) {
  const lines: Line[] = [];
  for (const { expr, legendFormat } of panel.targets)
    for (const { metric, values } of await queryRange(fillVariables(expr, dashboard), source)) {
      const known = new Map(values.map(([time, value]) => [time, Number(value)]));
      const finite = (value: number | undefined) =>
        value !== undefined && Number.isFinite(value) ? value : null;
      lines.push({
        label: fillLegend(legendFormat, metric),
        values: times.map((time) => finite(known.get(time))),
      });
    }
  const { type, title, gridPos, fieldConfig, options } = panel;
  const sorted = lines.toSorted((a, b) => highest(b) - highest(a) || a.label.localeCompare(b.label));
  return { type, title, gridPos, fieldConfig, options, lines: sorted } satisfies FilledPanel;
}

/** Asks Prometheus for everything that a dashboard shows of a time. */
export async function fillDashboard(dashboard: Dashboard, source: Source): Promise<FilledDashboard> {
  const length = Math.floor((source.to - source.from) / stepSeconds) + 1;
  const times = Array.from({ length }, (_, index) => source.from + index * stepSeconds);
  const panels = [];
  for (const panel of dashboard.panels) panels.push(await fillPanel(panel, dashboard, source, times));
  const variables = dashboard.templating.list.map(
    ({ name, label = name, type }) => [label, type === 'datasource' ? 'Prometheus' : 'All'] as const,
  );
  return { title: dashboard.title, variables, times, panels };
}
