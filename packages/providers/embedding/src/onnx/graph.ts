import { open } from 'node:fs/promises';
import { z } from 'zod';

// https://huggingface.co/docs/safetensors: the length of a JSON header, the header, the tensors one after the other.
const entry = z.object({
  dtype: z.string(),
  shape: z.array(z.int()),
  data_offsets: z.tuple([z.int(), z.int()]),
});
const header = z.record(z.string(), z.unknown());
const maxHeaderBytes = 16 << 20;

export interface Tensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** The weights of a model by their names. */
export type Weights = ReadonlyMap<string, Tensor>;

/** Reads the 32-bit floats of a file of weights; other types are left out. Throws when the file is none. */
export async function readWeights(path: string): Promise<Weights> {
  const file = await open(path);
  try {
    const size = Buffer.alloc(8);
    await file.read(size, 0, 8, 0);
    const length = Number(size.readBigUInt64LE());
    if (length > maxHeaderBytes) throw new Error(`${path} is no file of weights`);
    const text = Buffer.alloc(length);
    await file.read(text, 0, length, 8);
    const entries = Object.entries(header.parse(JSON.parse(text.toString('utf8'))));
    const weights = new Map<string, Tensor>();
    for (const [name, given] of entries) {
      const parsed = entry.safeParse(given);
      if (!parsed.success || parsed.data.dtype !== 'F32') continue;
      const [start, end] = parsed.data.data_offsets;
      const values = new Float32Array((end - start) / 4);
      await file.read(new Uint8Array(values.buffer), 0, end - start, 8 + length + start);
      weights.set(name, { shape: parsed.data.shape, values });
    }
    return weights;
  } finally {
    await file.close();
  }
}

/** A message of Protocol Buffers as its parts, so that large tensors are not copied while the messages around them are written. */
type Message = readonly Uint8Array[];

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

const lengthOf = (parts: Message): number => parts.reduce((sum, part) => sum + part.byteLength, 0);

/** A field of an integer that is not negative. */
const integer = (field: number, value: number): Message => [varint(field * 8), varint(value)];

/** A field that holds bytes, a text or another message. */
function nested(field: number, content: Message | string): Message {
  const parts = typeof content === 'string' ? [new TextEncoder().encode(content)] : content;
  return [varint(field * 8 + 2), varint(lengthOf(parts)), ...parts];
}

/** A field of a 32-bit float. */
function float(field: number, value: number): Message {
  return [varint(field * 8 + 5), new Uint8Array(Float32Array.of(value).buffer)];
}

// https://github.com/onnx/onnx/blob/main/onnx/onnx.proto: numbers of fields and types.
const types = { float: 1, uint8: 2, int8: 3, int64: 7 } as const;
const opset = 17;
/** Operations that ONNX Runtime adds to those of ONNX. */
const ownDomain = 'com.microsoft';
const ownOpset = 1;
const irVersion = 8;

type TypedArray = Float32Array | Uint8Array | Int8Array | BigInt64Array;

/** An attribute of an operation: whole numbers as integers, those in `floats` as floats. */
interface Attributes {
  readonly integers?: Readonly<Record<string, number>>;
  readonly lists?: Readonly<Record<string, readonly number[]>>;
  readonly floats?: Readonly<Record<string, number>>;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: TypedArray) =>
  new Uint8Array(buffer, byteOffset, byteLength);

function typeOf(values: TypedArray): number {
  if (values instanceof Float32Array) return types.float;
  if (values instanceof Uint8Array) return types.uint8;
  return values instanceof Int8Array ? types.int8 : types.int64;
}

function attributeFields({ integers = {}, lists = {}, floats = {} }: Attributes): Message {
  const attribute = (name: string, content: Message, type: number) =>
    nested(5, [...nested(1, name), ...content, ...integer(20, type)]);
  return [
    ...Object.entries(integers).flatMap(([name, value]) => attribute(name, integer(3, value), 2)),
    ...Object.entries(lists).flatMap(([name, values]) =>
      attribute(
        name,
        values.flatMap((value) => [...integer(8, value)]),
        7,
      ),
    ),
    ...Object.entries(floats).flatMap(([name, value]) => attribute(name, float(2, value), 1)),
  ];
}

/** A value's name, type and dimensions; a text stands for a dimension that requests decide. */
function valueInfo(name: string, type: number, dimensions: readonly (number | string)[]): Message {
  const shape = dimensions.flatMap((one) =>
    nested(1, typeof one === 'string' ? nested(2, one) : integer(1, one)),
  );
  return [...nested(1, name), ...nested(2, nested(1, [...integer(1, type), ...nested(2, shape)]))];
}

/** Puts together a computation in the format of ONNX. Names of values are assigned as it grows. */
export interface GraphBuilder {
  /** A constant; returns its name. */
  constant(values: TypedArray, dimensions: readonly number[]): string;
  /** A constant of whole numbers, as shapes and axes are given. */
  shape(...values: number[]): string;
  /** A constant number without dimensions. */
  scalar(value: number): string;
  /** An operation of one output; returns the name of that. */
  run(operation: string, inputs: readonly string[], attributes?: Attributes): string;
  /** Adds an operation of ONNX Runtime's own domain; returns the name of its output. An omitted input is an empty name. */
  runOwn(operation: string, inputs: readonly string[], attributes?: Attributes): string;
  /** The whole model as a file. */
  encode(
    inputs: Readonly<Record<string, readonly (number | string)[]>>,
    output: {
      readonly value: string;
      readonly name: string;
      readonly dimensions: readonly (number | string)[];
    },
  ): Uint8Array<ArrayBuffer>;
}

type Inputs = Parameters<GraphBuilder['encode']>[0];
type Output = Parameters<GraphBuilder['encode']>[1];

function encodeModel(nodes: Message, constants: Message, inputs: Inputs, output: Output): Message {
  const last = nested(1, [...nested(1, output.value), ...nested(2, output.name), ...nested(4, 'Identity')]);
  const graph = [
    ...nodes,
    ...last,
    ...nested(2, 'docfleet'),
    ...constants,
    ...Object.entries(inputs).flatMap(([input, shape]) => [
      ...nested(11, valueInfo(input, types.int64, shape)),
    ]),
    ...nested(12, valueInfo(output.name, types.float, output.dimensions)),
  ];
  const own = [...nested(1, ownDomain), ...integer(2, ownOpset)];
  return [...integer(1, irVersion), ...nested(7, graph), ...nested(8, integer(2, opset)), ...nested(8, own)];
}

function encodeConstant(name: string, values: TypedArray, dimensions: readonly number[]): Message {
  const shape = dimensions.flatMap((one) => [...integer(1, one)]);
  const content = [...nested(8, name), ...nested(9, [bytesOf(values)])];
  return nested(5, [...shape, ...integer(2, typeOf(values)), ...content]);
}

interface Operation {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes: Attributes;
  readonly domain?: string;
}

const encodeOperation = ({ operation, inputs, output, attributes, domain }: Operation): Message =>
  nested(1, [
    ...inputs.flatMap((input) => [...nested(1, input)]),
    ...nested(2, output),
    ...nested(4, operation),
    ...attributeFields(attributes),
    ...(domain ? nested(7, domain) : []),
  ]);

/** Begins an empty computation. */
export function createGraph(): GraphBuilder {
  const nodes: Uint8Array[] = [];
  const constants: Uint8Array[] = [];
  let count = 0;
  const name = () => `v${count++}`;

  function constant(values: TypedArray, dimensions: readonly number[]): string {
    const own = name();
    constants.push(...encodeConstant(own, values, dimensions));
    return own;
  }
  function add(operation: Omit<Operation, 'output'>): string {
    const output = name();
    nodes.push(...encodeOperation({ ...operation, output }));
    return output;
  }
  return {
    constant,
    shape: (...values) => constant(BigInt64Array.from(values, BigInt), [values.length]),
    scalar: (value) => constant(Float32Array.of(value), []),
    run: (operation, inputs, attributes = {}) => add({ operation, inputs, attributes }),
    runOwn: (operation, inputs, attributes = {}) => add({ operation, inputs, attributes, domain: ownDomain }),
    encode: (inputs, output) => new Uint8Array(Buffer.concat(encodeModel(nodes, constants, inputs, output))),
  };
}
