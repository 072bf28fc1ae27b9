import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { findMistakes } from './find-mistakes.ts';
import { type Manifest, readManifests } from './manifests.ts';
import { fleetServices } from './services.ts';

const deadlineMs = 30_000;

/** Kustomize is not on npm: where kubectl is, it builds. */
const isKustomizeThere =
  spawnSync('kubectl', ['kustomize', '--help'], { stdio: 'ignore', timeout: deadlineMs }).status === 0;
const testWithKustomize = runWhere(
  test,
  isKustomizeThere,
  'kubectl, which builds overlays, is not installed',
);

const buildFolder = (folder: string) =>
  readManifests(
    execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8', timeout: deadlineMs, stdio: 'pipe' }),
  );
const build = (overlay: string) => buildFolder(`k8s/overlays/${overlay}`);

/** Builds an overlay of an installation's own that stands above the one for production. */
function buildAbove(settings: Record<string, unknown>): Manifest[] {
  mkdirSync('node_modules/.cache', { recursive: true });
  const folder = mkdtempSync('node_modules/.cache/overlay-');
  try {
    const resources = [relative(folder, 'k8s/overlays/production')];
    const kustomization = { kind: 'Kustomization', resources, ...settings };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return buildFolder(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const workloadsOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

testWithKustomize.each(['dev', 'production'])(
  'the %s overlay builds to manifests without a mistake',
  async (overlay) => {
    const manifests = build(overlay);
    expect((await Promise.all(manifests.map(findMistakes))).flat()).toEqual([]);
    const deployed = manifests
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata }) => metadata.name);
    expect(deployed.sort()).toEqual(fleetServices);
  },
);

testWithKustomize('only production scales, and only the machine of a developer stores in pods', () => {
  const kindsOf = (overlay: string) => build(overlay).map(({ kind }) => kind);
  expect(kindsOf('production')).toContain('ScaledObject');
  expect(kindsOf('production')).not.toContain('PersistentVolumeClaim');
  expect(kindsOf('dev')).not.toContain('ScaledObject');
  expect(kindsOf('dev')).toContain('PersistentVolumeClaim');
});

testWithKustomize('an overlay above production scales by the queues of its own namespace', () => {
  const scaling = buildAbove({ namespace: 'acme-search' }).filter(({ kind }) => kind === 'ScaledObject');
  const queries = JSON.stringify(scaling).match(/namespace=\\"[^"]*"/g) ?? [];
  expect(queries.length).toBeGreaterThan(10);
  expect(new Set(queries)).toEqual(new Set(['namespace=\\"acme-search\\"']));
});

testWithKustomize('an autoscaler follows the prefix of the names that an overlay sets', () => {
  const manifests = buildAbove({ namePrefix: 'blue-' });
  const deployed = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
  const targets = manifests.flatMap(({ kind, spec }) =>
    kind === 'ScaledObject' || kind === 'HorizontalPodAutoscaler'
      ? [(spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name]
      : [],
  );
  expect(targets.length).toBeGreaterThan(5);
  expect(deployed).toEqual(expect.arrayContaining(targets));
});

testWithKustomize(
  'monitoring and policies select the pods of a fleet that is part of something larger',
  () => {
    const pairs = { 'app.kubernetes.io/part-of': 'acme-platform' };
    const manifests = buildAbove({ labels: [{ pairs, includeTemplates: true }] });
    const selectors = manifests.filter(({ kind }) => kind === 'PodMonitor' || kind === 'NetworkPolicy');
    expect(selectors.length).toBeGreaterThan(3);
    expect(JSON.stringify(selectors.map(({ spec }) => spec))).not.toContain('part-of');
    for (const { spec } of workloadsOf(manifests))
      expect(spec).toHaveProperty(['template', 'metadata', 'labels', 'docfleet/member'], 'true');
  },
);

testWithKustomize('with the component for OpenShift no pod asks for a user of its own', () => {
  const components = [relative('node_modules/.cache/overlay', 'k8s/components/openshift')];
  const contexts = workloadsOf(buildAbove({ components })).map(
    ({ spec }) =>
      (spec as { template: { spec: { securityContext: unknown } } }).template.spec.securityContext,
  );
  expect(contexts.length).toBe(fleetServices.length + 1);
  for (const context of contexts)
    expect(context).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
});

testWithKustomize('all of the overlay for one machine fits on two processors', () => {
  const requests = JSON.stringify(build('dev')).matchAll(/"requests":\{"cpu":"(\d+)m"/g);
  const millicores = [...requests].reduce((sum, [, cpu]) => sum + Number(cpu), 0);
  expect(millicores).toBeGreaterThan(100);
  expect(millicores).toBeLessThan(1_000);
});
