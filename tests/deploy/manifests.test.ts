import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { findMistakes } from './find-mistakes.ts';
import {
  kustomizationFiles,
  type Manifest,
  manifestFiles,
  manifestsOf,
  readKustomization,
  readManifests,
} from './manifests.ts';
import { consumedQueues, fleetServices } from './services.ts';

const base = manifestsOf('k8s/base');
const autoscaling = manifestsOf('k8s/components/autoscaling');
/** Files that change manifests or say how to read them, and are none themselves. */
const partial = kustomizationFiles().flatMap((file) => {
  const { patches = [], configurations = [] } = readKustomization(file);
  return [...patches.map(({ path }) => path), ...configurations].map((path) => join(dirname(file), path));
});
const namesOf = (manifests: readonly Manifest[], kind: string) =>
  manifests
    .filter((manifest) => manifest.kind === kind)
    .map(({ metadata }) => metadata.name)
    .sort();

const container = z.object({
  image: z.string(),
  readinessProbe: z.object({}).optional(),
  resources: z.object({
    requests: z.object({ cpu: z.coerce.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
});
const workload = z.object({
  template: z.object({
    metadata: z.object({ labels: z.record(z.string(), z.string()) }),
    spec: z.object({
      serviceAccountName: z.string(),
      automountServiceAccountToken: z.literal(false),
      terminationGracePeriodSeconds: z.number().min(30).optional(),
      securityContext: z.object({
        runAsNonRoot: z.literal(true),
        seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
      }),
      containers: z.tuple([container]),
    }),
  }),
});
const selector = z.object({ matchLabels: z.record(z.string(), z.string()) });
const budget = z.object({ selector });
const scaledObject = z.object({
  scaleTargetRef: z.object({ name: z.string() }),
  triggers: z.array(z.object({ metadata: z.object({ query: z.string() }) })),
});

test('every manifest is one that Kubernetes or KEDA takes, without a field that they do not know', async () => {
  const whole = manifestFiles().filter((file) => !partial.includes(file));
  const manifests = whole.flatMap((file) => readManifests(readFileSync(file, 'utf8')));
  expect(manifests.length).toBeGreaterThan(30);
  expect((await Promise.all(manifests.map(findMistakes))).flat()).toEqual([]);
});

test('a field that is misspelled or of the wrong type is found', async () => {
  const [manifest] = readManifests(`
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: gateway }
spec: { maxUnavailible: 1, selector: { matchLabels: { tier: 1 } } }`);
  expect(manifest && (await findMistakes(manifest))).toEqual([
    expect.stringContaining('/spec/selector/matchLabels/tier must be string'),
    expect.stringContaining('/spec/maxUnavailible is unknown'),
  ]);
});

test('every file is named by a kustomization, and every file that one names is there', () => {
  const named = kustomizationFiles().flatMap((file) => {
    const { resources = [], components = [] } = readKustomization(file);
    return [...resources, ...components].map((path) => relative('.', join(dirname(file), path)));
  });
  named.push(...partial);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
  const folders = kustomizationFiles().map(dirname);
  // Chosen at the installation, not by another file.
  const chosen = folders.filter(
    (folder) => folder.startsWith('k8s/overlays/') || folder.endsWith('/openshift'),
  );
  expect([...new Set(named), ...chosen].sort()).toEqual([...manifestFiles(), ...folders].sort());
});

test('every service of the fleet is deployed, with an account and a disruption budget of its own', () => {
  for (const kind of ['Deployment', 'PodDisruptionBudget'])
    expect(namesOf(base, kind)).toEqual(fleetServices);
  expect(namesOf(base, 'ServiceAccount')).toEqual([...fleetServices, 'migrate'].sort());
});

test('every pod runs without privileges on a root that it cannot write, within limits', () => {
  const workloads = base.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  for (const { kind, metadata, spec } of workloads) {
    const { template } = workload.parse(spec);
    expect(template.spec.serviceAccountName).toBe(metadata.name);
    expect(template.metadata.labels).toMatchObject({ 'docfleet/member': 'true' });
    const [{ image, readinessProbe }] = template.spec.containers;
    expect(image).toBe(`docfleet/${kind === 'Job' ? 'operator' : metadata.name}`);
    expect(readinessProbe === undefined).toBe(kind === 'Job');
  }
});

test('budgets, services and policies select pods that there are', () => {
  const pods = base.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const labels = pods.map(({ spec }) => workload.parse(spec).template.metadata.labels);
  const wanted = base.flatMap(({ kind, spec }) => {
    if (kind === 'PodDisruptionBudget') return [budget.parse(spec).selector.matchLabels];
    if (kind === 'Service') return [z.object({ selector: selector.shape.matchLabels }).parse(spec).selector];
    if (kind !== 'NetworkPolicy') return [];
    return [z.object({ podSelector: selector }).parse(spec).podSelector.matchLabels];
  });
  for (const matchLabels of wanted) {
    // An empty selector is every pod of the namespace, those of others too.
    expect(matchLabels).not.toEqual({});
    expect(labels).toContainEqual(expect.objectContaining(matchLabels));
  }
});

test('every worker is scaled by the queues that it consumes, and by no other', () => {
  const workers = fleetServices.filter((service) => consumedQueues(service).length > 0);
  expect(workers).toContain('embedder');
  expect(namesOf(autoscaling, 'ScaledObject')).toEqual(workers);
  for (const { kind, metadata, spec } of autoscaling) {
    if (kind !== 'ScaledObject') continue;
    const { scaleTargetRef, triggers } = scaledObject.parse(spec);
    expect(scaleTargetRef.name).toBe(metadata.name);
    const queues = triggers.map(
      ({ metadata: { query } }) =>
        /^max\(docfleet_queue_seconds_of_work\{queue="([^"]+)",namespace="\$\(NAMESPACE\)"\}\)$/.exec(
          query,
        )?.[1],
    );
    expect(queues.sort()).toEqual(consumedQueues(metadata.name));
  }
});

test('evaluations take the processor of the embedder, never that of the API', () => {
  expect(consumedQueues('embedder')).toContain('run-evaluation');
  expect(consumedQueues('gateway')).toEqual([]);
});

test('names are resolved with the caches of nodes and on OpenShift as well', () => {
  const policy = base.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'servers');
  const [dns] = z.object({ egress: z.tuple([z.looseObject({})], z.unknown()) }).parse(policy?.spec).egress;
  expect(dns).toMatchObject({
    to: [
      { podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } },
      { podSelector: { matchLabels: { 'dns.operator.openshift.io/daemonset-dns': 'default' } } },
      { ipBlock: { cidr: '169.254.20.10/32' } },
    ],
    ports: expect.arrayContaining([{ port: 5353, protocol: 'UDP' }]),
  });
});

test('pods of a new version are spread by themselves, and one that is not ready keeps no node', () => {
  for (const { kind, spec } of base) {
    if (kind === 'Deployment')
      expect(spec).toMatchObject({
        template: { spec: { topologySpreadConstraints: [{ matchLabelKeys: ['pod-template-hash'] }] } },
      });
    if (kind === 'PodDisruptionBudget')
      expect(spec).toMatchObject({ unhealthyPodEvictionPolicy: 'AlwaysAllow' });
  }
});
