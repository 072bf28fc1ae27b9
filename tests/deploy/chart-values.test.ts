import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { manifestsOf, readManifests } from './manifests.ts';
import { podsOf, renderChart, testWithHelm, useChart } from './render-chart.ts';
import { fleetServices } from './services.ts';

const chart = useChart();
const renderWith = (values: Record<string, unknown>) => renderChart({ chart, values });

testWithHelm('one value of resources leaves the others of its service as they are', () => {
  const [container] = podsOf(renderWith({ resources: { gateway: { limits: { memory: '2Gi' } } } }))['gateway']
    ?.spec.containers ?? [undefined];
  expect(container?.resources).toEqual({
    requests: { cpu: '500m', memory: '512Mi' },
    limits: { memory: '2Gi' },
  });
});

testWithHelm.each([
  ['a misspelled value', { autoscalling: { enabled: true } }, /autoscalling/],
  ['a misspelled service', { autoscaling: { services: { parsr: { maxReplicas: 5 } } } }, /parsr/],
  ['replicas of an unknown service', { replicas: { parsers: 9 } }, /parsers/],
  ['a misspelled setting', { settings: { LOG_LEVLE: 'debug' } }, /LOG_LEVLE/],
  [
    'a misspelled resource',
    { resources: { parser: { limit: { memory: '1Gi' } } } },
    /resources\/parser.*limit/,
  ],
  [
    'more replicas at least than at most',
    { autoscaling: { services: { parser: { minReplicas: 30 } } } },
    /parser: minReplicas \(30\)/,
  ],
  [
    'a gateway without what its autoscaler measures by',
    { resources: { gateway: { requests: { cpu: null } } } },
    /requests\.cpu/,
  ],
  [
    'a service that scales to nothing, and stays there while Prometheus is away',
    { autoscaling: { services: { scraper: { minReplicas: 0 } } } },
    /scraper\/minReplicas.*want 1/,
  ],
  ['a secret among the settings', { settings: { MASTER_KEY: 'x' } }, /MASTER_KEY: is a secret/],
  ['an ingress without hosts', { ingress: { enabled: true } }, /ingress\/hosts/],
  ['an empty map of resources', { resources: null }, /missing property 'resources'/],
  ['an empty map of replicas', { replicas: null }, /missing property 'replicas'/],
  ['an empty map of settings', { settings: null }, /missing property 'settings'/],
  ['an empty image', { image: null }, /missing property 'image'/],
  ['an empty ingress', { ingress: null }, /missing property 'ingress'/],
])('%s is refused by its path', (_, values, message) => {
  expect(() => renderWith(values)).toThrow(message);
});

testWithHelm('a parent chart switches the chart on by its condition', () => {
  const parent = join(chart, '../parent-of-docfleet');
  mkdirSync(join(parent, 'charts'), { recursive: true });
  const dependency = {
    name: 'docfleet',
    version: '>=0.0.0',
    repository: `file://${chart}`,
    condition: 'docfleet.enabled',
  };
  writeFileSync(
    join(parent, 'Chart.yaml'),
    JSON.stringify({ apiVersion: 'v2', name: 'platform', version: '1.0.0', dependencies: [dependency] }),
  );
  cpSync(chart, join(parent, 'charts/docfleet'), { recursive: true });
  const kindsWith = (enabled: boolean) => {
    const { stdout, stderr } = spawnSync(
      'helm',
      ['template', 'p', parent, '--set', `docfleet.enabled=${enabled}`, '--kube-version', '1.30.0'],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    return readManifests(stdout).map(({ kind }) => kind);
  };
  try {
    expect(kindsWith(true)).toContain('Deployment');
    expect(kindsWith(false)).toEqual([]);
  } finally {
    rmSync(parent, { recursive: true });
  }
});

testWithHelm('a large number stays a number in settings and annotations', () => {
  const manifests = renderWith({
    settings: { MAX_FILE_BYTES: 200_000_000 },
    podAnnotations: { limit: 1_000_000 },
  });
  expect(manifests.find(({ kind }) => kind === 'ConfigMap')).toMatchObject({
    data: { MAX_FILE_BYTES: '200000000' },
  });
  expect(podsOf(manifests)['parser']?.metadata.annotations).toMatchObject({ limit: '1000000' });
});

testWithHelm('a proxy of the database runs beside the services and beside the migrations', () => {
  const proxy = { name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' };
  const pods = podsOf(renderWith({ initContainers: [proxy] }));
  for (const { spec } of Object.values(pods)) expect(spec['initContainers']).toEqual([proxy]);
});

testWithHelm('a Deployment has the annotations by which its pods are restarted for a Secret', () => {
  const annotations = { 'reloader.stakater.com/auto': true };
  const deployed = renderWith({ deploymentAnnotations: annotations }).filter(
    ({ kind }) => kind === 'Deployment',
  );
  expect(deployed.length).toBe(fleetServices.length);
  for (const { metadata } of deployed)
    expect(metadata).toMatchObject({ annotations: { 'reloader.stakater.com/auto': 'true' } });
});

testWithHelm('labels of all objects change no selector, which Kubernetes could not change', () => {
  const selectorsOf = (commonLabels: Record<string, string>) =>
    renderWith({ commonLabels })
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => (spec as { selector: unknown }).selector);
  expect(selectorsOf({ team: 'search' })).toEqual(selectorsOf({}));
});

testWithHelm('numbers and booleans of annotations are written as texts', () => {
  const ingress = renderWith({
    ingress: {
      enabled: true,
      annotations: { timeout: 600, redirect: true },
      hosts: [{ host: 'docs.example.com' }],
    },
  }).find(({ kind }) => kind === 'Ingress');
  expect(ingress?.metadata).toMatchObject({ annotations: { timeout: '600', redirect: 'true' } });
});

test('the schema of the values knows every service, and the values every field that the schema asks for', () => {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'));
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  expect(Object.keys(schema.properties.replicas.properties).sort()).toEqual(fleetServices);
  for (const map of ['resources', 'services'])
    expect(Object.keys(schema.properties[map].properties).sort()).toEqual(
      [...fleetServices, 'migrate'].sort(),
    );
  const scaled = manifestsOf('k8s/components/autoscaling').flatMap(({ metadata }) =>
    metadata ? [metadata.name] : [],
  );
  expect(Object.keys(schema.properties.autoscaling.properties.services.properties).sort()).toEqual(
    scaled.sort(),
  );
  expect(Object.keys(values).sort()).toEqual([...schema.required, 'global'].sort());
  expect(schema.definitions.settingName.anyOf[0].enum).toContain('PUBLIC_URL');
});

test('the values refuse to run as root and to write the root, as the manifests do', () => {
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  for (const { kind, spec } of manifestsOf('k8s/base')) {
    if (kind !== 'Deployment' && kind !== 'Job') continue;
    const { template } = spec as { template: { spec: { securityContext: unknown; containers: unknown[] } } };
    expect(template.spec.securityContext).toEqual(values.podSecurityContext);
    expect(template.spec.containers).toEqual([
      expect.objectContaining({ securityContext: values.securityContext }),
    ]);
  }
});
