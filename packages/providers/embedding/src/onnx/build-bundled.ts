/**
 * Makes the graphs of the models that docfleet contains. Usage: node build-bundled.ts FOLDER, which has a folder of each model
 * with the files of its revision on the model hub.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bertConfig, buildBertGraph, graphFile } from './bert-graph.ts';
import { readWeights } from './graph.ts';
import { bundledFolder } from './model-files.ts';
import { type LocalModel, localModels } from './models.ts';

/** Folder with the original files of the models, one folder a model. */
const source = process.argv[2];
if (!source) throw new Error('Usage: node build-bundled.ts FOLDER');
const models: readonly LocalModel[] = localModels;
for (const model of models.filter(({ bundled }) => bundled)) {
  const folder = join(source, model.name);
  const config = bertConfig.parse(JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
  const graph = buildBertGraph(config, await readWeights(join(folder, 'model.safetensors')));
  const target = bundledFolder(model);
  await mkdir(target, { recursive: true });
  await writeFile(join(target, graphFile), graph);
  await copyFile(join(folder, 'tokenizer.json'), join(target, 'tokenizer.json'));
  process.stdout.write(`${model.name} ${createHash('sha256').update(graph).digest('hex')}\n`);
}
