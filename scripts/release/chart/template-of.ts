/** Makes a template of Helm from a manifest of k8s/. */
import { stringify } from 'yaml';
import { type Expressions, expanded, expressionsOfHelm, literal } from './expressions.ts';

type Labels = Readonly<Record<string, string>>;

interface Container {
  image: string;
  resources: unknown;
  env?: { valueFrom?: { secretKeyRef?: { name: string } } }[] | string;
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[] | string;
  volumeMounts: unknown;
  securityContext: unknown;
  [block: string]: unknown;
}

interface PodSpec {
  serviceAccountName: string;
  securityContext: unknown;
  containers: Container[];
  volumes: unknown;
  [block: string]: unknown;
}

/** Fields of a manifest that the chart changes; the others stay as they are. */
export interface Manifest {
  kind: string;
  metadata: { name: string; labels?: unknown; annotations?: unknown };
  spec: {
    replicas?: unknown;
    minReplicas?: unknown;
    maxReplicas?: unknown;
    minReplicaCount?: unknown;
    maxReplicaCount?: unknown;
    scaleTargetRef: { name: string };
    fallback?: { replicas: unknown };
    triggers?: {
      metadata: { serverAddress: string; query: string; [line: string]: unknown };
      [line: string]: unknown;
    }[];
    egress?: unknown;
    template: { metadata: { labels: unknown; annotations?: unknown }; spec: PodSpec };
    type?: unknown;
  };
  imagePullSecrets?: unknown;
}

/** A Job cannot be changed: Helm replaces it. It runs before the pods of its version are installed, and leaves nothing when it succeeded. */
const hookOf = (kind: string) => ({
  'helm.sh/hook': '{{ .Values.migrate.hooks }}',
  'helm.sh/hook-weight': kind === 'Job' ? '0' : '-1',
  'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
});

/** An expression for the name of an object of the release. */
const nameOf = (name: string) =>
  name === 'docfleet'
    ? 'include "docfleet.fullname" . | quote'
    : `printf "%s-${name}" (include "docfleet.fullname" .) | quote`;

function templateContainer(container: Container, service: string, { value, line }: Expressions) {
  const pod = `(list $ "${service}")`;
  container.image = value(
    `include "docfleet.image" (list $ "${service}" "${container.image.split('/').at(-1)}") | quote`,
  );
  container.resources = value(`get .Values.resources "${service}" | toJson`);
  container.securityContext = value(`include "docfleet.securityContext" ${pod}`);
  container[line(`include "docfleet.containerFields" ${pod}`)] = null;
  const listOf = (field: string, own: unknown) =>
    value(`include "docfleet.list" (list $ "${service}" "${field}" ${literal(own)})`);
  const secret = { name: '{{ .Values.existingSecret }}' };
  const env = Array.isArray(container.env) ? container.env : [];
  container.env = listOf(
    'extraEnv',
    env.map((each) =>
      each.valueFrom?.secretKeyRef
        ? { ...each, valueFrom: { secretKeyRef: { ...each.valueFrom.secretKeyRef, ...secret } } }
        : each,
    ),
  );
  const sources = Array.isArray(container.envFrom) ? container.envFrom : [];
  container.envFrom = listOf(
    'extraEnvFrom',
    sources.map(({ secretRef }) =>
      secretRef ? { secretRef: secret } : { configMapRef: { name: '{{ include `docfleet.fullname` . }}' } },
    ),
  );
  container.volumeMounts = listOf('extraVolumeMounts', container.volumeMounts);
}

function templatePod({ kind, metadata: { name }, spec: { template } }: Manifest, expressions: Expressions) {
  const { value, line } = expressions;
  const { metadata, spec } = template;
  const pod = `(list $ "${name}")`;
  metadata.labels = value(`include "docfleet.podLabels" (list $ "${name}" ${literal(metadata.labels)})`);
  // Pods read their settings when they start.
  const settings = kind === 'Job' ? '""' : '(toJson .Values.settings | sha256sum)';
  metadata.annotations = value(`include "docfleet.podAnnotations" (list $ "${name}" ${settings})`);
  spec.serviceAccountName = value(nameOf(spec.serviceAccountName));
  spec.securityContext = value(`include "docfleet.podSecurityContext" ${pod}`);
  spec.volumes = value(`include "docfleet.list" (list $ "${name}" "extraVolumes" ${literal(spec.volumes)})`);
  spec[line(`include "docfleet.podFields" ${pod}`)] = null;
  for (const container of spec.containers) templateContainer(container, name, expressions);
}

function templateScaling({ kind, metadata: { name }, spec }: Manifest, { value, line }: Expressions) {
  const limit = (bound: 'minReplicas' | 'maxReplicas') =>
    value(`index .Values.autoscaling.services "${name}" "${bound}"`);
  spec.scaleTargetRef.name = value(nameOf(spec.scaleTargetRef.name));
  if (kind === 'HorizontalPodAutoscaler') {
    spec.minReplicas = limit('minReplicas');
    spec.maxReplicas = limit('maxReplicas');
    return;
  }
  spec.minReplicaCount = limit('minReplicas');
  spec.maxReplicaCount = limit('maxReplicas');
  if (spec.fallback) spec.fallback.replicas = limit('minReplicas');
  for (const trigger of spec.triggers ?? []) {
    const { metadata: query } = trigger;
    query.serverAddress = value('.Values.autoscaling.prometheusAddress | quote');
    query.query = query.query.replace('$(NAMESPACE)', value('.Release.Namespace'));
    query[line('include "docfleet.prometheusModes" .')] = null;
    trigger[line('include "docfleet.prometheusReference" .')] = null;
  }
}

/** Whether labels choose pods of the fleet: in a release, of this release alone. */
const choosesOwn = (labels: unknown): labels is Labels =>
  typeof labels === 'object' &&
  labels !== null &&
  Object.keys(labels).some((key) => /^(app\.kubernetes\.io|docfleet)\//.test(key));

/** Names the release in each selector below a part of a manifest. */
function templateSelectors(part: unknown, value: Expressions['value']): void {
  if (typeof part !== 'object' || part === null) return;
  const fields = part as Record<string, unknown>;
  for (const [key, child] of Object.entries(fields)) {
    if ((key === 'matchLabels' || key === 'selector') && choosesOwn(child))
      fields[key] = value(`include "docfleet.selector" (list $ ${literal(child)})`);
    else templateSelectors(child, value);
  }
}

function templateKind(manifest: Manifest, { value, line }: Expressions): void {
  const { kind, metadata, spec } = manifest;
  if (kind === 'ServiceAccount') {
    manifest.imagePullSecrets = value('include "docfleet.pullSecrets" .');
    const hook = metadata.name === 'migrate' ? hookOf(kind) : {};
    metadata.annotations = value(
      `include "docfleet.strings" (merge ${expanded(hook)} .Values.serviceAccount.annotations)`,
    );
  }
  if (kind === 'Job')
    metadata.annotations = value(
      `include "docfleet.strings" (merge ${expanded(hookOf(kind))} .Values.migrate.annotations)`,
    );
  if (kind === 'Service') {
    metadata.annotations = value('include "docfleet.strings" .Values.service.annotations');
    spec.type = value('.Values.service.type');
  }
  if (kind !== 'Deployment') return;
  metadata.annotations = value(`include "docfleet.deploymentAnnotations" (list $ "${metadata.name}")`);
  (spec as Record<string, unknown>)[line(`include "docfleet.replicas" (list $ "${metadata.name}")`)] = null;
}

function templateManifest(manifest: Manifest, expressions: Expressions): void {
  const { kind, metadata } = manifest;
  const { value } = expressions;
  if (kind === 'ScaledObject' || kind === 'HorizontalPodAutoscaler') templateScaling(manifest, expressions);
  if (kind === 'Deployment' || kind === 'Job') templatePod(manifest, expressions);
  templateKind(manifest, expressions);
  if (kind === 'NetworkPolicy' && metadata.name === 'servers')
    manifest.spec.egress = value(`include "docfleet.egress" (list $ ${literal(manifest.spec.egress)})`);
  templateSelectors(manifest.spec, value);
  const more = kind === 'PodMonitor' ? '.Values.monitoring.labels' : 'dict';
  metadata.labels = value(`include "docfleet.labels" (list $ ${literal(metadata.labels ?? {})} ${more})`);
  metadata.name = value(nameOf(metadata.name));
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

/** Returns the template of one manifest, which it changes. */
export function templateOf(manifest: Manifest): string {
  const conditions = conditionsOf(manifest);
  const expressions = expressionsOfHelm();
  templateManifest(manifest, expressions);
  const yaml = stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false }).replaceAll(
    'kubernetes.io/metadata.name: monitoring',
    `kubernetes.io/metadata.name: ${expressions.value('.Values.monitoring.namespace | quote')}`,
  );
  const text = expressions.restore(yaml);
  return conditions.length > 0 ? `{{- if and ${conditions.join(' ')} }}\n${text}{{- end }}\n` : text;
}
