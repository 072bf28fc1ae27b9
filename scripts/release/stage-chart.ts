/**
 * `npm run stage-chart [-- FOLDER]`: writes the Helm chart into FOLDER (dist/chart/docfleet). Its templates are made from the manifests of
 * k8s/, so that both install the same objects; deploy/chart holds the values and what only the chart has.
 */
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';

const repository = join(import.meta.dirname, '../..');
/** Files of Kustomize that are no manifests. */
const ofKustomize = ['kustomization.yaml', 'references.yaml', 'without-ids.yaml'];

interface Container {
  image: string;
  resources: unknown;
  env?: { valueFrom?: { secretKeyRef?: { name: string } } }[];
  envFrom?: { secretRef?: { name: string } }[];
}

/** What the templates touch of a manifest; the rest stays as it is. */
interface Manifest {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: {
    replicas?: unknown;
    minReplicas?: unknown;
    maxReplicas?: unknown;
    minReplicaCount?: unknown;
    maxReplicaCount?: unknown;
    triggers?: { metadata: { serverAddress: string; query: string } }[];
    template: {
      metadata: { annotations?: Record<string, string> };
      spec: { containers: Container[] };
    };
  };
  imagePullSecrets?: unknown;
}

/** Expressions of Helm are no YAML: `token` returns a word that stands for one as a whole value, `restore` puts them into the text. */
function expressionsOfHelm() {
  const expressions: string[] = [];
  return {
    token: (expression: string) => `HELM${expressions.push(`{{ ${expression} }}`) - 1}END`,
    restore: (text: string) => text.replace(/HELM(\d+)END/g, (_, index) => expressions[Number(index)] ?? ''),
  };
}
type Token = (expression: string) => string;

function templateContainer(container: Container, service: string, token: Token) {
  const image = container.image.split('/').at(-1);
  container.image = token(
    `printf "%s/${image}:%s" .Values.image.registry (.Values.image.tag | default .Chart.AppVersion) | quote`,
  );
  const own = JSON.stringify(JSON.stringify(container.resources));
  container.resources = token(
    `get .Values.resources ${JSON.stringify(service)} | default (fromJson ${own}) | toJson`,
  );
  const references = [
    ...(container.env ?? []).map(({ valueFrom }) => valueFrom?.secretKeyRef),
    ...(container.envFrom ?? []).map(({ secretRef }) => secretRef),
  ];
  for (const reference of references) if (reference) reference.name = token('.Values.existingSecret | quote');
}

/** Migrations run before the pods of a version are installed; a Job cannot be changed, so that Helm replaces it. */
const hook = (weight: number) => ({
  'helm.sh/hook': 'pre-install,pre-upgrade',
  'helm.sh/hook-weight': String(weight),
  'helm.sh/hook-delete-policy': 'before-hook-creation',
});

function templateScaling({ kind, metadata, spec }: Manifest, token: Token) {
  const limit = (setting: 'minReplicas' | 'maxReplicas', own: unknown) =>
    token(`dig ${JSON.stringify(metadata.name)} "${setting}" ${own} .Values.autoscaling.services`);
  if (kind === 'HorizontalPodAutoscaler') {
    spec.minReplicas = limit('minReplicas', spec.minReplicas);
    spec.maxReplicas = limit('maxReplicas', spec.maxReplicas);
    return;
  }
  spec.minReplicaCount = limit('minReplicas', spec.minReplicaCount);
  spec.maxReplicaCount = limit('maxReplicas', spec.maxReplicaCount);
  for (const { metadata: query } of spec.triggers ?? []) {
    query.serverAddress = token('.Values.autoscaling.prometheusAddress | quote');
    query.query = query.query.replace('$(NAMESPACE)', token('.Release.Namespace'));
  }
}

function templateManifest(manifest: Manifest, token: Token) {
  const { kind, metadata, spec } = manifest;
  if (metadata.name === 'migrate')
    metadata.annotations = { ...metadata.annotations, ...hook(kind === 'Job' ? 0 : -1) };
  if (kind === 'ServiceAccount') manifest.imagePullSecrets = token('toJson .Values.image.pullSecrets');
  if (kind === 'ScaledObject' || kind === 'HorizontalPodAutoscaler') templateScaling(manifest, token);
  if (kind !== 'Deployment' && kind !== 'Job') return;
  for (const container of spec.template.spec.containers) templateContainer(container, metadata.name, token);
  if (kind === 'Job') return;
  // Pods read their settings when they start.
  spec.template.metadata.annotations = {
    ...spec.template.metadata.annotations,
    'docfleet/settings': token('toJson .Values.settings | sha256sum | quote'),
  };
  spec.replicas = token(`index .Values.replicas ${JSON.stringify(metadata.name)}`);
}

/** Conditions under which an object is installed, joined by `and`. */
function conditionsOf({ kind, metadata }: Manifest): string[] {
  const isPolicy = kind === 'NetworkPolicy';
  return [
    ...(kind === 'ScaledObject' || kind === 'HorizontalPodAutoscaler' ? ['.Values.autoscaling.enabled'] : []),
    ...(kind === 'PodMonitor' || (isPolicy && metadata.name === 'prometheus')
      ? ['.Values.monitoring.enabled']
      : []),
    ...(isPolicy ? ['.Values.networkPolicies.enabled'] : []),
  ];
}

/** The template of one manifest. An autoscaler owns `replicas` of what it scales: the template leaves them out while there is one. */
function templateOf(manifest: Manifest, scaled: ReadonlySet<string>): string {
  const { token, restore } = expressionsOfHelm();
  templateManifest(manifest, token);
  const yaml = stringify(manifest, { lineWidth: 0 }).replaceAll(
    'kubernetes.io/metadata.name: monitoring',
    `kubernetes.io/metadata.name: ${token('.Values.monitoring.namespace | quote')}`,
  );
  const replicas = manifest.kind === 'Deployment' && scaled.has(manifest.metadata.name);
  const text = restore(
    replicas
      ? yaml.replace(
          /^ {2}replicas:.*\n/m,
          (line) => `  {{- if not .Values.autoscaling.enabled }}\n${line}  {{- end }}\n`,
        )
      : yaml,
  );
  const conditions = conditionsOf(manifest);
  return conditions.length > 0 ? `{{- if and ${conditions.join(' ')} }}\n${text}{{- end }}\n` : text;
}

const readManifests = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });

/** Stages the chart in `folder`, which it empties first. */
export async function stageChart(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  await rm(folder, { recursive: true, force: true });
  await cp(join(repository, 'deploy/chart'), folder, { recursive: true });
  await mkdir(join(folder, 'templates'), { recursive: true });
  const chart = await readFile(join(folder, 'Chart.yaml'), 'utf8');
  await writeFile(
    join(folder, 'Chart.yaml'),
    chart.replace(/^(version|appVersion): .*$/gm, (_, key) => `${key}: ${version}`),
  );
  const files = globSync('k8s/{base,components/*}/*.yaml', { cwd: repository })
    .filter((file) => !ofKustomize.includes(basename(file)))
    .sort();
  const scaled = new Set(
    files.filter((file) => file.includes('autoscaling')).map((file) => basename(file, '.yaml')),
  );
  for (const file of files) {
    const templates = readManifests(join(repository, file)).map((manifest) => templateOf(manifest, scaled));
    const [, group = '', name = ''] =
      /k8s\/(?:components\/)?([^/]+)\/(.+)$/.exec(file.replaceAll('\\', '/')) ?? [];
    const target = group === 'base' ? name : `${group}-${name}`;
    await writeFile(join(folder, 'templates', target), templates.join('---\n'));
  }
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(repository, 'dist/chart/docfleet'));
  await stageChart(folder);
  process.stdout.write(`${folder}\n`);
}
