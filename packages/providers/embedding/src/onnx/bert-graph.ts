import { z } from 'zod';
import { createGraph, type GraphBuilder, type Tensor, type Weights } from './graph.ts';

/** Counts changes of `buildBertGraph`: a file that an older version built is built anew. */
const graphVersion = 3;
/** File name of a model's graph. */
export const graphFile = `model-int8-v${graphVersion}.onnx`;

/** Fields of `config.json` that a BERT model's graph is built from. */
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
function quantize(values: Float32Array, groups: number, at: (group: number, index: number) => number) {
  const size = values.length / groups;
  const quantized = new Int8Array(values.length);
  const scales = new Float32Array(groups);
  for (let group = 0; group < groups; group += 1) {
    let largest = 0;
    for (let index = 0; index < size; index += 1)
      largest = Math.max(largest, Math.abs(values[at(group, index)] as number));
    scales[group] = largest / 127 || 1;
  }
  return { quantized, scales, size };
}

/** A table of vectors, of which rows are looked up, at a byte a number. */
function lookUp({ graph, weight }: Parts, name: string, indices: string): string {
  const { shape, values } = weight(name);
  const [rows = 0, columns = 0] = shape;
  const at = (row: number, column: number) => row * columns + column;
  const { quantized, scales } = quantize(values, rows, at);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      quantized[at(row, column)] = Math.round((values[at(row, column)] as number) / (scales[row] as number));
  const table = graph.constant(quantized, shape);
  const found = graph.run('Cast', [graph.run('Gather', [table, indices])], { integers: { to: 1 } });
  const scale = graph.run('Gather', [graph.constant(scales, [rows, 1]), indices]);
  return graph.run('Mul', [found, scale]);
}

/** Vectors of tokens as bytes around 128, and the scale of each. */
interface QuantizedTokens {
  readonly rounded: string;
  readonly scale: string;
  readonly zero: string;
}

/** Every token has a scale of its own: with one for all, a text's vector would depend on the texts that are computed with it. */
function quantizeTokens({ graph }: Parts, input: string): QuantizedTokens {
  const largest = graph.run('ReduceMax', [graph.run('Abs', [input])], { lists: { axes: [2] } });
  const scale = graph.run('Max', [graph.run('Mul', [largest, graph.scalar(1 / 127)]), graph.scalar(1e-9)]);
  const steps = graph.run('Mul', [input, graph.run('Reciprocal', [scale])]);
  const zero = graph.constant(Uint8Array.of(128), []);
  return { rounded: graph.run('QuantizeLinear', [steps, graph.scalar(1), zero]), scale, zero };
}

/** A linear layer in 8-bit integers: weights with a scale for each output, inputs with one for each token. Needs a quarter of the memory of floats. */
function linear({ graph, weight }: Parts, name: string, { rounded, scale, zero }: QuantizedTokens): string {
  const { shape, values } = weight(`${name}.weight`);
  const [outputs = 0, inputs = 0] = shape;
  const stored = (output: number, index: number) => output * inputs + index;
  const { quantized, scales } = quantize(values, outputs, stored);
  for (let output = 0; output < outputs; output += 1)
    for (let index = 0; index < inputs; index += 1)
      quantized[index * outputs + output] = Math.round(
        (values[stored(output, index)] as number) / (scales[output] as number),
      );
  const product = graph.run('MatMulInteger', [rounded, graph.constant(quantized, [inputs, outputs]), zero]);
  // The scales of the outputs come first: ONNX Runtime applies those while it multiplies.
  const counted = graph.run('Mul', [
    graph.run('Cast', [product], { integers: { to: 1 } }),
    graph.constant(scales, [outputs]),
  ]);
  const bias = graph.constant(weight(`${name}.bias`).values, [outputs]);
  return graph.run('Add', [graph.run('Mul', [counted, scale]), bias]);
}

/** LayerNormalization step by step: the operation of that name takes four times as long. */
function normalize({ graph, config, weight }: Parts, name: string, input: string): string {
  const size = config.hidden_size;
  const centered = graph.run('Sub', [input, graph.run('ReduceMean', [input], { lists: { axes: [2] } })]);
  const squares = graph.run('ReduceSumSquare', [centered], { lists: { axes: [2] } });
  const variance = graph.run('Mul', [squares, graph.scalar(1 / size)]);
  const deviation = graph.run('Sqrt', [graph.run('Add', [variance, graph.scalar(config.layer_norm_eps)])]);
  const unit = graph.run('Mul', [centered, graph.run('Reciprocal', [deviation])]);
  const scaled = graph.run('Mul', [unit, graph.constant(weight(`${name}.weight`).values, [size])]);
  return graph.run('Add', [scaled, graph.constant(weight(`${name}.bias`).values, [size])]);
}

function gelu({ graph }: Parts, input: string): string {
  const erf = graph.run('Erf', [graph.run('Div', [input, graph.scalar(Math.SQRT2)])]);
  const product = graph.run('Mul', [input, graph.run('Add', [erf, graph.scalar(1)])]);
  return graph.run('Mul', [product, graph.scalar(0.5)]);
}

function attend(parts: Parts, layer: string, input: string, mask: string): string {
  const { graph, config } = parts;
  const tokens = quantizeTokens(parts, input);
  const projected = ['query', 'key', 'value'].map((name) =>
    linear(parts, `${layer}.attention.self.${name}`, tokens),
  );
  return graph.runOwn('MultiHeadAttention', [...projected, '', mask], {
    integers: { num_heads: config.num_attention_heads },
  });
}

function encodeLayer(parts: Parts, index: number, input: string, mask: string): string {
  const { graph } = parts;
  const layer = `encoder.layer.${index}`;
  const dense = (name: string, from: string) =>
    linear(parts, `${layer}.${name}.dense`, quantizeTokens(parts, from));
  const attended = dense('attention.output', attend(parts, layer, input, mask));
  const first = normalize(parts, `${layer}.attention.output.LayerNorm`, graph.run('Add', [attended, input]));
  const outer = dense('output', gelu(parts, dense('intermediate', first)));
  return normalize(parts, `${layer}.output.LayerNorm`, graph.run('Add', [outer, first]));
}

/** Adds the sum of word, position and segment embeddings, normalized; returns its name. */
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
  const mask = graph.run('Cast', ['attention_mask'], { integers: { to: 6 } });
  let hidden = embedTokens(parts);
  for (let index = 0; index < config.num_hidden_layers; index += 1)
    hidden = encodeLayer(parts, index, hidden, mask);
  const shape = ['batch', 'length'];
  return graph.encode(
    { input_ids: shape, token_type_ids: shape, position_ids: shape, attention_mask: shape },
    { value: hidden, name: 'hidden', dimensions: [...shape, config.hidden_size] },
  );
}
