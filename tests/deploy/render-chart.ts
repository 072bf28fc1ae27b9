/** Renders the staged chart with the `helm` that is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, test } from '@jest/globals';
import { z } from 'zod';
import { stageChart } from '../../scripts/release/stage-chart.ts';
import { type Manifest, readManifests } from './manifests.ts';

const hasHelm = spawnSync('helm', ['version']).status === 0;
export const testWithHelm = runWhere(test, hasHelm, 'helm is not installed');

/** Stages the chart for the tests of a file; returns its folder. */
export function useChart(): string {
  const chart = mkdtempSync(join(tmpdir(), 'docfleet-chart-'));
  beforeAll(() => stageChart(chart));
  afterAll(() => rmSync(chart, { recursive: true }));
  return chart;
}

interface Rendering {
  readonly chart: string;
  readonly values: Record<string, unknown>;
  readonly release?: string;
  readonly options?: readonly string[];
}

/** Renders a chart with a file of values; throws what Helm says. */
export function renderChart({ chart, values, release = 'docfleet', options = [] }: Rendering): Manifest[] {
  const file = join(chart, 'own.yaml');
  writeFileSync(file, JSON.stringify(values));
  const { status, stdout, stderr } = spawnSync(
    'helm',
    [
      ...['template', release, chart, '--namespace', 'docfleet', '--kube-version', '1.30.0'],
      ...['--values', file, ...options],
    ],
    { encoding: 'utf8', timeout: 30_000 },
  );
  if (status !== 0) throw new Error(stderr);
  // The pod of `helm test` is the chart's alone.
  return readManifests(stdout).filter(({ kind }) => kind !== 'Pod');
}

const pod = z.object({
  metadata: z.object({
    labels: z.record(z.string(), z.string()),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
  spec: z.looseObject({
    containers: z.tuple([
      z.looseObject({ image: z.string(), resources: z.unknown(), env: z.array(z.looseObject({})) }),
    ]),
    volumes: z.array(z.looseObject({ name: z.string() })),
    securityContext: z.looseObject({}),
  }),
});

/** Pods of the rendered workloads, by the names of the manifests. */
export const podsOf = (manifests: readonly Manifest[]) =>
  Object.fromEntries(
    manifests
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map(({ metadata, spec }) => [
        metadata.name.replace('docfleet-', ''),
        z.object({ template: pod }).parse(spec).template,
      ]),
  );
