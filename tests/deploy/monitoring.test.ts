import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createMetrics, type MetricDescription } from '@docfleet/runtime/metrics';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { manifestsOf } from './manifests.ts';
import { readExpression } from './promql.ts';
import { fleetServices } from './services.ts';

const target = z.object({ expr: z.string() });
const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.unknown() })) }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      description: z.string().min(10),
      targets: z.array(target).min(1),
    }),
  ),
});
const alert = z.object({
  alert: z.string().regex(/^Docfleet[A-Z]\w+$/),
  expr: z.string(),
  for: z.string(),
  labels: z.object({ severity: z.enum(['critical', 'warning', 'info']) }),
  annotations: z.object({ summary: z.string(), runbook: z.string() }),
});
const trigger = z.object({ metadata: z.object({ query: z.string() }) });

const metrics = createMetrics('any');
metrics.watchProcess();
const described = metrics.describe();
/** Labels of every series: from the process, from Prometheus and its operator, and the bounds of a histogram. */
const commonLabels = ['service', 'instance', 'job', 'namespace', 'le'];

const seriesOf = ({ name, type }: MetricDescription) =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
const known = new Map(described.flatMap((metric) => seriesOf(metric).map((series) => [series, metric])));

const dashboards = globSync('deploy/grafana/dashboards/*.json').map((file) =>
  dashboard.parse(JSON.parse(readFileSync(file, 'utf8'))),
);
const alerts = z
  .object({ groups: z.array(z.object({ rules: z.array(alert) })) })
  .parse(parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')))
  .groups.flatMap(({ rules }) => rules);
const panels = dashboards.flatMap(({ title, panels: own }) =>
  own.flatMap((panel) => panel.targets.map(({ expr }) => [`${title}: ${panel.title}`, expr] as const)),
);
const scaling = manifestsOf('k8s/components/autoscaling').flatMap(({ kind, metadata, spec }) =>
  kind === 'ScaledObject'
    ? z
        .object({ triggers: z.array(trigger) })
        .parse(spec)
        .triggers.map(({ metadata: { query } }) => [`k8s: ${metadata.name}`, query] as const)
    : [],
);
const expressions = [...panels, ...alerts.map((rule) => [rule.alert, rule.expr] as const), ...scaling];

/** The metrics of an expression that no process serves. */
function findUnknown(text: string): string[] {
  const { selectors, groupings } = readExpression(text);
  const labels = selectors.flatMap(({ metric }) => known.get(metric)?.labels ?? []);
  return [
    ...selectors.filter(({ metric }) => metric !== 'up' && !known.has(metric)).map(({ metric }) => metric),
    ...selectors.flatMap(({ metric, labels: asked }) => {
      const own = [...commonLabels, ...(known.get(metric)?.labels ?? [])];
      return asked.filter((label) => !own.includes(label)).map((label) => `${metric}{${label}}`);
    }),
    ...groupings.filter((label) => ![...commonLabels, ...labels].includes(label)),
  ];
}

test.each(expressions)('%s queries metrics that processes serve', (_name, expression) => {
  expect(findUnknown(expression)).toEqual([]);
});

test('an expression with an unknown metric or a syntax error is found', () => {
  expect(
    findUnknown('sum by (tenant) (rate(docfleet_http_requests_total{path="/"}[5m])) + docfleet_nothing'),
  ).toEqual(['docfleet_nothing', 'docfleet_http_requests_total{path}', 'tenant']);
  expect(() => readExpression('sum(rate(docfleet_http_requests_total[5m])')).toThrow(/no PromQL/);
});

test('every variable that a panel has is one of its dashboard', () => {
  for (const { templating, panels: own } of dashboards) {
    const names = ['__rate_interval', ...templating.list.map(({ name }) => name)];
    const used = own.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => [...expr.matchAll(/\$(\w+)/g)].map(([, name = '']) => name)),
    );
    expect(names).toEqual(expect.arrayContaining(used));
  }
});

test('dashboards and their panels have different names', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  for (const { panels: own } of dashboards) expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
});

test('every alert has its page, and every page its alert', () => {
  const pages = globSync('docs/runbooks/*.md').filter((file) => basename(file) !== 'README.md');
  expect(alerts.map(({ annotations: { runbook } }) => runbook).sort()).toEqual(pages.sort());
  for (const { alert: name, annotations } of alerts)
    expect(readFileSync(annotations.runbook, 'utf8')).toContain(`Alert: \`${name}\``);
});

test('the guide lists every metric of docfleet with its labels and its meaning, and no other', () => {
  const guide = readFileSync('docs/guides/monitoring.md', 'utf8');
  const rows = guide.split('\n').flatMap((line) => {
    const [, name, ...rest] = line.split('|').map((cell) => cell.trim());
    return name?.startsWith('`docfleet_') ? [[name, ...rest.slice(0, 3)].join(' | ')] : [];
  });
  const expected = described
    .filter(({ name }) => name.startsWith('docfleet_'))
    .map(({ name, type, labels, help }) => `\`${name}\` | ${type} | ${labels.join(', ') || '–'} | ${help}`);
  expect(rows).toEqual(expected);
});

test('the guide lists every dashboard, and no other', () => {
  const guide = readFileSync('docs/guides/monitoring.md', 'utf8');
  const listed = [...guide.matchAll(/^\| (docfleet: .+?) +\|/gm)].map(([, title]) => title);
  expect(listed.toSorted()).toEqual(dashboards.map(({ title }) => title).toSorted());
});

test('Prometheus in compose asks every service, on the port that images listen on', () => {
  const { scrape_configs } = z
    .object({
      scrape_configs: z.tuple([
        z.object({
          dns_sd_configs: z.tuple([z.object({ names: z.array(z.string()), port: z.number() })]),
        }),
      ]),
    })
    .parse(parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8')));
  const [{ names, port }] = scrape_configs[0].dns_sd_configs;
  expect(names.toSorted()).toEqual(fleetServices);
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toContain(`INTERNAL_PORT=${port} `);
});

test('what compose mounts for monitoring is there', () => {
  const { services } = z
    .object({
      services: z.object({
        'monitoring-files': z.object({
          volumes: z.array(z.string()),
          profiles: z.tuple([z.literal('monitoring')]),
        }),
      }),
    })
    .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }));
  const mounts = Object.values(services).flatMap(({ volumes }) => volumes);
  const files = mounts.filter((mount) => mount.startsWith('./')).map((mount) => mount.split(':')[0] ?? '');
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(1);
});
