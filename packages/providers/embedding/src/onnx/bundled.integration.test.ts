import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { fetchWeights } from '../../test/fetch-weights.ts';
import { bertConfig, buildBertGraph } from './bert-graph.ts';
import { readWeights } from './graph.ts';
import { localModels } from './models.ts';

const [model] = localModels;
const weights = await fetchWeights();
const folder = 'directory' in weights ? join(weights.directory, model.name) : '';
const testReal = runWhere(test, folder !== '', 'skipped' in weights ? weights.skipped : '');

testReal(
  'the graph that docfleet contains is made of the weights that the model is published with',
  async () => {
    for (const [file, hash] of Object.entries(model.files)) {
      const content = await readFile(join(folder, file));
      expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
    }
    const config = bertConfig.parse(JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
    const graph = buildBertGraph(config, await readWeights(join(folder, 'model.safetensors')));
    expect(createHash('sha256').update(graph).digest('hex')).toBe(model.bundled);
  },
);
