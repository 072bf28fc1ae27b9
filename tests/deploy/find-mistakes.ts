import type { Manifest } from './manifests.ts';

/** Throws what is wrong with the object that it is called on. */
type Validate = (this: unknown) => void;

const foreignModels = [
  ['keda.sh/', '@kubernetes-models/keda'],
  ['monitoring.coreos.com/', '@kubernetes-models/prometheus-operator'],
] as const;

/** Returns the schema of a kind, of Kubernetes 1.27, KEDA or the Prometheus operator, compiled. Rejects when none knows the kind. */
async function findSchema({ apiVersion, kind }: Manifest): Promise<Validate> {
  const [, models = 'kubernetes-models'] =
    foreignModels.find(([group]) => apiVersion.startsWith(group)) ?? [];
  const { [kind]: model } = (await import(`${models}/${apiVersion}/${kind}`)) as Record<
    string,
    { prototype: { validate: Validate } }
  >;
  if (!model) throw new Error(`No schema is known for ${apiVersion} ${kind}`);
  return model.prototype.validate;
}

/** A line for each refusal. */
function refusalsOf(validate: Validate, value: unknown): string[] {
  try {
    validate.call(value);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').filter(Boolean);
  }
}

/** The value, and a set of the paths of all that is in it, from which a path goes when it is read. */
function watchReading(value: unknown): { watched: unknown; unread: Set<string> } {
  const unread = new Set<string>();
  const watch = (part: unknown, path: string): unknown => {
    if (part === null || typeof part !== 'object') return part;
    for (const key of Object.keys(part)) unread.add(`${path}/${key}`);
    const children = new Map(
      Object.entries(part).map(([key, child]) => [key, watch(child, `${path}/${key}`)]),
    );
    return new Proxy(part, {
      get(target, key) {
        if (typeof key !== 'string' || !children.has(key)) return Reflect.get(target, key);
        unread.delete(`${path}/${key}`);
        return children.get(key);
      },
    });
  };
  return { watched: watch(value, ''), unread };
}

/**
 * Returns the mistakes that the cluster would refuse, a line each, and unknown fields. The schemas ignore unknown fields, as servers of
 * Kubernetes do; a field that no schema has read is therefore a typing error.
 */
export async function findMistakes(manifest: Manifest): Promise<string[]> {
  const validate = await findSchema(manifest);
  const { watched, unread } = watchReading(manifest);
  const refused = refusalsOf(validate, watched);
  return [...refused, ...[...unread].map((path) => `${path} is unknown`)].map(
    (mistake) => `${manifest.kind} ${manifest.metadata.name}: ${mistake}`,
  );
}
