import { float, integer, type Message, nested } from './protobuf.ts';

// https://github.com/onnx/onnx/blob/main/onnx/onnx.proto: numbers of fields and types.
const types = { float: 1, int8: 3, int64: 7 } as const;
const opset = 17;
const irVersion = 8;

type TypedArray = Float32Array | Int8Array | BigInt64Array;

/** An attribute of an operation: whole numbers as integers, those in `floats` as floats. */
export interface Attributes {
  readonly integers?: Readonly<Record<string, number>>;
  readonly lists?: Readonly<Record<string, readonly number[]>>;
  readonly floats?: Readonly<Record<string, number>>;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: TypedArray) =>
  new Uint8Array(buffer, byteOffset, byteLength);

function typeOf(values: TypedArray): number {
  if (values instanceof Float32Array) return types.float;
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

/** Puts together a computation in the format of ONNX. Names of values are given out as it grows. */
export interface GraphBuilder {
  /** A constant; gives its name. */
  constant(values: TypedArray, dimensions: readonly number[]): string;
  /** A constant of whole numbers, as shapes and axes are given. */
  shape(...values: number[]): string;
  /** A constant number without dimensions. */
  scalar(value: number): string;
  /** An operation; gives the name of its output, or of as many as are asked for. */
  run(operation: string, inputs: readonly string[], attributes?: Attributes): string;
  runMany(operation: string, inputs: readonly string[], outputs: number, attributes?: Attributes): string[];
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

export function createGraph(): GraphBuilder {
  const nodes: Uint8Array[] = [];
  const initializers: Uint8Array[] = [];
  let count = 0;
  const name = () => `v${count++}`;

  function constant(values: TypedArray, dimensions: readonly number[]): string {
    const own = name();
    const shape = dimensions.flatMap((one) => [...integer(1, one)]);
    const tensor = [
      ...shape,
      ...integer(2, typeOf(values)),
      ...nested(8, own),
      ...nested(9, [bytesOf(values)]),
    ];
    initializers.push(...nested(5, tensor));
    return own;
  }

  function runMany(
    operation: string,
    inputs: readonly string[],
    outputs: number,
    attributes: Attributes = {},
  ): string[] {
    const names = Array.from({ length: outputs }, name);
    const node = [
      ...inputs.flatMap((input) => [...nested(1, input)]),
      ...names.flatMap((output) => [...nested(2, output)]),
      ...nested(4, operation),
      ...attributeFields(attributes),
    ];
    nodes.push(...nested(1, node));
    return names;
  }

  return {
    constant,
    shape: (...values) => constant(BigInt64Array.from(values, BigInt), [values.length]),
    scalar: (value) => constant(Float32Array.of(value), []),
    runMany,
    run: (operation, inputs, attributes) => runMany(operation, inputs, 1, attributes)[0] as string,
    encode(inputs, { value, name: outputName, dimensions }) {
      const last = nested(1, [...nested(1, value), ...nested(2, outputName), ...nested(4, 'Identity')]);
      const graph = [
        ...nodes,
        ...last,
        ...nested(2, 'docfleet'),
        ...initializers,
        ...Object.entries(inputs).flatMap(([input, shape]) => [
          ...nested(11, valueInfo(input, types.int64, shape)),
        ]),
        ...nested(12, valueInfo(outputName, types.float, dimensions)),
      ];
      const model = [...integer(1, irVersion), ...nested(7, graph), ...nested(8, integer(2, opset))];
      return new Uint8Array(Buffer.concat(model));
    },
  };
}
