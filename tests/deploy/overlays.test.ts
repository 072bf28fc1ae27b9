import { execFileSync, spawnSync } from 'node:child_process';
import { runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { findMistakes } from './find-mistakes.ts';
import { readManifests } from './manifests.ts';
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

const build = (overlay: string) =>
  readManifests(
    execFileSync('kubectl', ['kustomize', `k8s/overlays/${overlay}`], {
      encoding: 'utf8',
      timeout: deadlineMs,
    }),
  );

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
