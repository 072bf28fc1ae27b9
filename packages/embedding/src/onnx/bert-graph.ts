import { z } from 'zod';
import { createGraph, type GraphBuilder } from './graph.ts';
import type { Tensor, Weights } from './safetensors.ts';

/** Counts changes of `buildBertGraph`: a file that an older version built is built anew. */
const graphVersion = 2;
/** What the graph of a model is called in its folder. */
export const graphFile = `model-int8-v${graphVersion}.onnx`;

/** What `config.json` says of a model of BERT's architecture. */
export const bertConfig = z.object({
  hidden_size: z.int().positive(),
  num_hidden_layers: z.int().positive(),
  num_attention_heads: z.int().positive(),
  layer_norm_eps: z.number().positive(),
  hidden_act: z.literal('gelu'),
  position_embedding_type: z.literal('absolute').default('absolute'),
  max_position_embeddings: z.int().positive(),
});
export type BertConfig = z.output<typeof bertConfig>;

interface Parts {
  readonly graph: GraphBuilder;
  readonly config: BertConfig;
  /** The weights of a name, which has to be there. */
  readonly weight: (name: string) => Tensor;
}

/** Values in steps of 1/127 of the largest of each group. */
function quantise(values: Float32Array, groups: number, at: (group: number, index: number) => number) {
  const size = values.length / groups;
  const quantised = new Int8Array(values.length);
  const scales = new Float32Array(groups);
  for (let group = 0; group < groups; group += 1) {
    let largest = 0;
    for (let index = 0; index < size; index += 1)
      largest = Math.max(largest, Math.abs(values[at(group, index)] as number));
    scales[group] = largest / 127 || 1;
  }
  return { quantised, scales, size };
}

/** A table of vectors, of which rows are looked up, at a byte a number. */
function lookUp({ graph, weight }: Parts, name: string, indices: string): string {
  const { shape, values } = weight(name);
  const [rows = 0, columns = 0] = shape;
  const at = (row: number, column: number) => row * columns + column;
  const { quantised, scales } = quantise(values, rows, at);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      quantised[at(row, column)] = Math.round((values[at(row, column)] as number) / (scales[row] as number));
  const table = graph.constant(quantised, shape);
  const found = graph.run('Cast', [graph.run('Gather', [table, indices])], { integers: { to: 1 } });
  const scale = graph.run('Gather', [graph.constant(scales, [rows, 1]), indices]);
  return graph.run('Mul', [found, scale]);
}

/**
 * Each token's vector as bytes around 128, with a scale of its own: with one scale for all, a text's vector would depend on the
 * texts that are computed with it.
 */
function quantiseTokens({ graph }: Parts, input: string) {
  const largest = graph.run('ReduceMax', [graph.run('Abs', [input])], { lists: { axes: [2] } });
  const scale = graph.run('Div', [graph.run('Max', [largest, graph.scalar(1e-9)]), graph.scalar(127)]);
  const steps = graph.run('Round', [graph.run('Div', [input, scale])]);
  const rounded = graph.run('Cast', [graph.run('Add', [steps, graph.scalar(128)])], { integers: { to: 2 } });
  return { rounded, scale, zero: graph.constant(Uint8Array.of(128), []) };
}

/** A linear layer in 8-bit integers: weights with a scale for each output, inputs with one for each token. Needs a quarter of the memory of floats. */
function linear(parts: Parts, name: string, input: string): string {
  const { graph, weight } = parts;
  const { shape, values } = weight(`${name}.weight`);
  const [outputs = 0, inputs = 0] = shape;
  const stored = (output: number, index: number) => output * inputs + index;
  const { quantised, scales } = quantise(values, outputs, stored);
  for (let output = 0; output < outputs; output += 1)
    for (let index = 0; index < inputs; index += 1)
      quantised[index * outputs + output] = Math.round(
        (values[stored(output, index)] as number) / (scales[output] as number),
      );
  const { rounded, scale, zero } = quantiseTokens(parts, input);
  const product = graph.run('MatMulInteger', [rounded, graph.constant(quantised, [inputs, outputs]), zero]);
  const counted = graph.run('Mul', [graph.run('Cast', [product], { integers: { to: 1 } }), scale]);
  const scaled = graph.run('Mul', [counted, graph.constant(scales, [outputs])]);
  return graph.run('Add', [scaled, graph.constant(weight(`${name}.bias`).values, [outputs])]);
}

function normalize({ graph, config, weight }: Parts, name: string, input: string): string {
  const scale = graph.constant(weight(`${name}.weight`).values, [config.hidden_size]);
  const bias = graph.constant(weight(`${name}.bias`).values, [config.hidden_size]);
  return graph.run('LayerNormalization', [input, scale, bias], {
    integers: { axis: 2 },
    floats: { epsilon: config.layer_norm_eps },
  });
}

function gelu({ graph }: Parts, input: string): string {
  const erf = graph.run('Erf', [graph.run('Div', [input, graph.scalar(Math.SQRT2)])]);
  const product = graph.run('Mul', [input, graph.run('Add', [erf, graph.scalar(1)])]);
  return graph.run('Mul', [product, graph.scalar(0.5)]);
}

function attend(parts: Parts, layer: string, input: string, mask: string): string {
  const { graph, config } = parts;
  const size = config.hidden_size / config.num_attention_heads;
  const heads = (name: string, order: readonly number[]) => {
    const projected = linear(parts, `${layer}.attention.self.${name}`, input);
    const split = graph.run('Reshape', [projected, graph.shape(0, 0, config.num_attention_heads, size)]);
    return graph.run('Transpose', [split], { lists: { perm: order } });
  };
  const query = heads('query', [0, 2, 1, 3]);
  const scores = graph.run('MatMul', [query, heads('key', [0, 2, 3, 1])]);
  const scaled = graph.run('Add', [graph.run('Div', [scores, graph.scalar(Math.sqrt(size))]), mask]);
  const weights = graph.run('Softmax', [scaled], { integers: { axis: 3 } });
  const context = graph.run('MatMul', [weights, heads('value', [0, 2, 1, 3])]);
  const joined = graph.run('Transpose', [context], { lists: { perm: [0, 2, 1, 3] } });
  return graph.run('Reshape', [joined, graph.shape(0, 0, config.hidden_size)]);
}

function encodeLayer(parts: Parts, index: number, input: string, mask: string): string {
  const { graph } = parts;
  const layer = `encoder.layer.${index}`;
  const attended = linear(parts, `${layer}.attention.output.dense`, attend(parts, layer, input, mask));
  const first = normalize(parts, `${layer}.attention.output.LayerNorm`, graph.run('Add', [attended, input]));
  const inner = gelu(parts, linear(parts, `${layer}.intermediate.dense`, first));
  const outer = linear(parts, `${layer}.output.dense`, inner);
  return normalize(parts, `${layer}.output.LayerNorm`, graph.run('Add', [outer, first]));
}

/** What stands for the words, their places and their segment. */
function embedTokens(parts: Parts): string {
  const { graph } = parts;
  const words = lookUp(parts, 'embeddings.word_embeddings.weight', 'input_ids');
  const segments = lookUp(parts, 'embeddings.token_type_embeddings.weight', 'token_type_ids');
  const places = lookUp(parts, 'embeddings.position_embeddings.weight', 'position_ids');
  const sum = graph.run('Add', [graph.run('Add', [words, segments]), places]);
  return normalize(parts, 'embeddings.LayerNorm', sum);
}

/**
 * A model of BERT's architecture as an ONNX file with 8-bit weights. Inputs: `input_ids`, `token_type_ids`, `position_ids` and
 * `attention_mask` of [batch, length]; output: `hidden` of [batch, length, hidden size]. Throws where a weight is missing.
 */
export function buildBertGraph(config: BertConfig, weights: Weights): Uint8Array<ArrayBuffer> {
  const graph = createGraph();
  const weight = (name: string): Tensor => {
    const found = weights.get(name) ?? weights.get(`bert.${name}`);
    if (!found) throw new Error(`The model has no weights "${name}"`);
    return found;
  };
  const parts: Parts = { graph, config, weight };
  const present = graph.run('Cast', ['attention_mask'], { integers: { to: 1 } });
  const absent = graph.run('Sub', [graph.scalar(1), present]);
  const far = graph.run('Mul', [absent, graph.scalar(-10_000)]);
  const mask = graph.run('Unsqueeze', [far, graph.shape(1, 2)]);
  let hidden = embedTokens(parts);
  for (let index = 0; index < config.num_hidden_layers; index += 1)
    hidden = encodeLayer(parts, index, hidden, mask);
  const shape = ['batch', 'length'];
  return graph.encode(
    { input_ids: shape, token_type_ids: shape, position_ids: shape, attention_mask: shape },
    { value: hidden, name: 'hidden', dimensions: [...shape, config.hidden_size] },
  );
}
