import { expect } from '@jest/globals';
import { findMistakes } from './find-mistakes.ts';
import { type Manifest, manifestsOf } from './manifests.ts';
import { podsOf, renderChart, testWithHelm, useChart } from './render-chart.ts';
import { fleetServices } from './services.ts';

const chart = useChart();
const renderWith = (values: Record<string, unknown>, options: readonly string[] = []) =>
  renderChart({ chart, values, options });

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/** A manifest without what a release adds or chooses: its name, its labels, images, replicas and annotations. */
function essence(manifest: Manifest): Manifest {
  const ofReleases = new Set([
    'app.kubernetes.io/instance',
    'app.kubernetes.io/managed-by',
    'app.kubernetes.io/version',
    'helm.sh/chart',
  ]);
  const text = JSON.stringify(manifest, (key, value) => (ofReleases.has(key) ? undefined : value));
  const copy = JSON.parse(
    text
      .replaceAll('"docfleet-', '"')
      .replaceAll(String.raw`namespace=\"$(NAMESPACE)\"`, String.raw`namespace=\"docfleet\"`),
  );
  delete copy.metadata.annotations;
  delete copy.imagePullSecrets;
  copy.metadata.labels ??= {};
  if (copy.kind === 'Service') copy.spec.type ??= 'ClusterIP';
  if (copy.kind === 'Deployment') delete copy.spec.replicas;
  delete copy.spec?.template?.metadata.annotations;
  for (const container of copy.spec?.template?.spec.containers ?? []) {
    container.image = container.image.replace(/:.*$/, '');
    container.env ??= [];
    container.envFrom ??= [];
  }
  return copy;
}

testWithHelm('the chart installs the same objects as the manifests, with the same contents', () => {
  const manifests = ['k8s/base', 'k8s/components/autoscaling', 'k8s/components/monitoring']
    .flatMap(manifestsOf)
    .filter(({ metadata }) => metadata !== undefined)
    .map(essence);
  const rendered = renderWith({})
    .filter(({ kind }) => kind !== 'ConfigMap')
    .map(essence);
  const byName = (a: Manifest, b: Manifest) => nameOf(a).localeCompare(nameOf(b));
  expect(rendered.sort(byName)).toEqual(manifests.sort(byName));
});

/** Values that operators set on every chart. */
const usual = {
  commonLabels: { team: 'search' },
  imagePullSecrets: [{ name: 'registry' }],
  podAnnotations: { 'sidecar.istio.io/proxyCPULimit': 2, checked: true },
  nodeSelector: { pool: 'large' },
  tolerations: [{ key: 'pool', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'high',
  extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/ca/ca.pem' }],
  extraVolumes: [{ name: 'ca', secret: { secretName: 'ca' } }],
  extraVolumeMounts: [{ name: 'ca', mountPath: '/ca', readOnly: true }],
  services: { parser: { nodeSelector: { disk: 'fast' } }, migrate: { podLabels: { mesh: 'off' } } },
  migrate: { annotations: { 'linkerd.io/inject': 'disabled' } },
  monitoring: { labels: { release: 'kps' } },
  service: { type: 'LoadBalancer', annotations: { internal: true } },
};

testWithHelm.each([
  ['as it is', {}],
  [
    'without autoscaling and with an ingress',
    {
      autoscaling: { enabled: false },
      ingress: { enabled: true, annotations: { timeout: 600 }, hosts: [{ host: 'docs.example.com' }] },
    },
  ],
  ['with the usual values of operators', usual],
])('the chart renders %s to manifests without a mistake', async (_, values) => {
  const mistakes = await Promise.all(renderWith(values).map(findMistakes));
  expect(mistakes.flat()).toEqual([]);
});

testWithHelm('every pod takes the node, the volumes and the variables that values ask for', () => {
  const manifests = renderWith(usual);
  const pods = podsOf(manifests);
  expect(Object.keys(pods).sort()).toEqual([...fleetServices, 'migrate'].sort());
  for (const { metadata, spec } of Object.values(pods)) {
    expect(metadata.labels).toMatchObject({ team: 'search', 'docfleet/member': 'true' });
    expect(metadata.annotations).toMatchObject({ checked: 'true', 'sidecar.istio.io/proxyCPULimit': '2' });
    expect(spec).toMatchObject({
      nodeSelector: { pool: 'large' },
      tolerations: [{ key: 'pool' }],
      priorityClassName: 'high',
    });
    expect(spec.volumes.map(({ name }) => name)).toEqual(['tmp', 'ca']);
    expect(spec.containers[0].env.at(-1)).toEqual({ name: 'NODE_EXTRA_CA_CERTS', value: '/ca/ca.pem' });
  }
  expect(pods['parser']?.spec['nodeSelector']).toEqual({ pool: 'large', disk: 'fast' });
  expect(pods['migrate']?.metadata).toMatchObject({
    labels: { mesh: 'off' },
    annotations: { 'linkerd.io/inject': 'disabled' },
  });
  expect(manifests.find(({ kind }) => kind === 'PodMonitor')?.metadata.labels).toMatchObject({
    release: 'kps',
  });
});

testWithHelm('a registry of all charts takes the place of the host of the own one', () => {
  const imageWith = (registry: string) =>
    podsOf(
      renderWith({ global: { imageRegistry: 'mirror.local:5000/hub' }, image: { registry, tag: '1.2.3' } }),
    )['parser']?.spec.containers[0].image;
  expect(imageWith('docfleet')).toBe('mirror.local:5000/hub/docfleet/parser:1.2.3');
  expect(imageWith('registry.example.com/docfleet')).toBe('mirror.local:5000/hub/docfleet/parser:1.2.3');
});

testWithHelm('on OpenShift no pod asks for a user of its own', () => {
  const own = podsOf(renderWith({}, ['--api-versions', 'security.openshift.io/v1']));
  for (const { spec } of Object.values(own))
    expect(spec.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  const removed = podsOf(renderWith({ podSecurityContext: { runAsUser: null } }));
  expect(removed['gateway']?.spec.securityContext).not.toHaveProperty('runAsUser');
});

testWithHelm('two releases share no name and select no pod of each other', () => {
  const second = renderChart({ chart, values: { fullnameOverride: 'second' }, release: 'second' });
  const first = new Set(renderWith({}).map(nameOf));
  expect(second.map(nameOf).filter((name) => first.has(name))).toEqual([]);
  const budgets = second.filter(({ kind }) => kind === 'PodDisruptionBudget' || kind === 'NetworkPolicy');
  for (const { spec } of budgets)
    expect(JSON.stringify(spec)).toContain('"app.kubernetes.io/instance":"second"');
});

testWithHelm('without autoscaling every service has its replicas, with it an autoscaler owns them', () => {
  const replicas = (values: Record<string, unknown>) =>
    Object.fromEntries(
      renderWith(values)
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata, spec }) => [
          metadata.name.replace('docfleet-', ''),
          (spec as { replicas?: number }).replicas,
        ]),
    );
  const fixed = replicas({ autoscaling: { enabled: false }, replicas: { parser: 7 } });
  expect(Object.keys(fixed).sort()).toEqual(fleetServices);
  expect(fixed).toMatchObject({ parser: 7, scheduler: 2 });
  expect(replicas({})).toMatchObject({ parser: undefined, scheduler: 2 });
});

testWithHelm('a changed setting restarts the pods', () => {
  const annotations = (values: Record<string, unknown>) =>
    Object.values(podsOf(renderWith(values))).map(
      ({ metadata }) => metadata.annotations['docfleet/settings'],
    );
  expect(annotations({ settings: { LOG_LEVEL: 'debug' } })).not.toEqual(annotations({}));
});

testWithHelm('migrations run before the pods of a version, and leave nothing when they succeeded', () => {
  const hooks = renderWith({}).filter(({ metadata }) => metadata.name === 'docfleet-migrate');
  expect(hooks.map(({ kind }) => kind).sort()).toEqual(['Job', 'ServiceAccount']);
  for (const { metadata } of hooks)
    expect(metadata).toMatchObject({
      annotations: {
        'helm.sh/hook': 'pre-install,pre-upgrade',
        'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
      },
    });
});
