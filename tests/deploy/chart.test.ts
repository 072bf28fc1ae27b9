import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stageChart } from '../../scripts/release/stage-chart.ts';
import { findMistakes } from './find-mistakes.ts';
import { type Manifest, manifestsOf, readManifests } from './manifests.ts';
import { fleetServices } from './services.ts';

const hasHelm = spawnSync('helm', ['version']).status === 0;
const testWithHelm = runWhere(test, hasHelm, 'helm is not installed');

const chart = mkdtempSync(join(tmpdir(), 'docfleet-chart-'));
beforeAll(() => stageChart(chart));
afterAll(() => rmSync(chart, { recursive: true }));

/** Rendered with `--set` of each setting. */
const render = (...settings: string[]) =>
  readManifests(
    execFileSync(
      'helm',
      [
        ...['template', 'docfleet', chart, '--namespace', 'docfleet', '--kube-version', '1.30.0'],
        ...settings.flatMap((setting) => ['--set', setting]),
      ],
      { encoding: 'utf8', timeout: 30_000 },
    ),
  );

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** A manifest without what an installation chooses: images, replicas, and the annotations of the chart. */
function essence(manifest: Manifest): Manifest {
  const copy = JSON.parse(JSON.stringify(manifest));
  delete copy.metadata.annotations;
  delete copy.imagePullSecrets;
  if (copy.kind === 'Deployment') {
    delete copy.spec.replicas;
    delete copy.spec.template.metadata.annotations;
  }
  for (const container of copy.spec?.template?.spec.containers ?? [])
    container.image = container.image.replace(/:.*$/, '');
  return copy;
}

testWithHelm('the chart installs the same objects as the manifests, with the same contents', () => {
  const manifests = ['k8s/base', 'k8s/components'].flatMap(manifestsOf).map(essence);
  const rendered = render()
    .filter(({ kind }) => kind !== 'ConfigMap')
    .map(essence);
  const byName = (a: Manifest, b: Manifest) => nameOf(a).localeCompare(nameOf(b));
  expect(rendered.sort(byName)).toEqual(manifests.sort(byName));
});

testWithHelm.each([
  ['as it is', []],
  [
    'without autoscaling and with an ingress',
    ['autoscaling.enabled=false', 'ingress.enabled=true', 'ingress.hosts[0].host=docs.example.com'],
  ],
])('the chart renders %s to manifests without a mistake', async (_, settings) => {
  const mistakes = await Promise.all(render(...settings).map(findMistakes));
  expect(mistakes.flat()).toEqual([]);
});

testWithHelm('without autoscaling every service has its replicas, with it an autoscaler owns them', () => {
  const replicas = (...settings: string[]) =>
    Object.fromEntries(
      render(...settings)
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata, spec }) => [metadata.name, (spec as { replicas?: number }).replicas]),
    );
  const fixed = replicas('autoscaling.enabled=false', 'replicas.parser=7');
  expect(Object.keys(fixed).sort()).toEqual(fleetServices);
  expect(fixed).toMatchObject({ parser: 7, scheduler: 2 });
  expect(replicas()).toMatchObject({ parser: undefined, scheduler: 2 });
});

testWithHelm('a setting that the chart does not know is refused', () => {
  expect(() => render('autoscalling.enabled=true')).toThrow(/autoscalling/);
});

testWithHelm('a changed setting restarts the pods', () => {
  const annotations = (...settings: string[]) =>
    JSON.stringify(
      render(...settings)
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ spec }) => (spec as { template: { metadata: object } }).template.metadata),
    );
  expect(annotations('settings.LOG_LEVEL=debug')).not.toBe(annotations());
});

testWithHelm('migrations run before the pods of a version are installed', () => {
  const job = render().find(({ kind }) => kind === 'Job');
  expect(job?.metadata).toMatchObject({
    name: 'migrate',
    annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' },
  });
});
