/**
 * `npm run stage-chart [-- FOLDER]`: writes the Helm chart into FOLDER (dist/chart/docfleet). Its templates, and the values that differ by
 * service, are made from the manifests of k8s/, so that both install the same objects; deploy/chart holds what only the chart has.
 */
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { type Manifest, templateOf } from './chart/template-of.ts';

const repository = join(import.meta.dirname, '../..');
/** Files of Kustomize that are no manifests. */
const ofKustomize = ['kustomization.yaml', 'references.yaml', 'without-ids.yaml'];

const readManifests = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(repository, file), 'utf8')).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });

/** Returns the values that the manifests say by service, as the lines that take the place of `resources: {}` and `services: {}`. */
function valuesOf(manifests: readonly Manifest[]) {
  const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const resources = workloads.map(({ metadata, spec }) => [
    metadata.name,
    spec.template.spec.containers[0]?.resources,
  ]);
  const scaled = manifests.filter(({ spec }) => spec?.scaleTargetRef !== undefined);
  const bounds = scaled.map(({ metadata, spec }) => [
    metadata.name,
    {
      minReplicas: spec.minReplicas ?? spec.minReplicaCount,
      maxReplicas: spec.maxReplicas ?? spec.maxReplicaCount,
    },
  ]);
  return { resources: Object.fromEntries(resources), bounds: Object.fromEntries(bounds) };
}

async function writeValues(folder: string, manifests: readonly Manifest[]): Promise<void> {
  const file = join(folder, 'values.yaml');
  const { resources, bounds } = valuesOf(manifests);
  const indented = (value: unknown, indent: string) => stringify(value).trimEnd().replaceAll(/^/gm, indent);
  const values = await readFile(file, 'utf8');
  await writeFile(
    file,
    values
      .replace(/^resources: \{\}$/m, () => `resources:\n${indented(resources, '  ')}`)
      .replace(/^ {2}services: \{\}$/m, () => `  services:\n${indented(bounds, '    ')}`),
  );
}

/** Names the settings in the schema, so that a misspelled one is refused. */
async function writeSchema(folder: string): Promise<void> {
  const file = join(folder, 'values.schema.json');
  const schema = JSON.parse(await readFile(file, 'utf8'));
  const example = await readFile(join(repository, '.env.example'), 'utf8');
  schema.definitions.settingName.anyOf[0].enum = [...example.matchAll(/^#([A-Z\d_]+)=/gm)].map(
    ([, name]) => name,
  );
  await writeFile(file, `${JSON.stringify(schema, null, 2)}\n`);
}

async function writeTemplates(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const templates = readManifests(file).map(templateOf);
    const [, group = '', name = ''] =
      /k8s\/(?:components\/)?([^/]+)\/(.+)$/.exec(file.replaceAll('\\', '/')) ?? [];
    const target = group === 'base' ? name : `${group}-${name}`;
    await writeFile(join(folder, 'templates', target), templates.join('---\n'));
  }
}

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
  await writeValues(folder, files.flatMap(readManifests));
  await writeSchema(folder);
  await writeTemplates(folder, files);
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(repository, 'dist/chart/docfleet'));
  await stageChart(folder);
  process.stdout.write(`${folder}\n`);
}
