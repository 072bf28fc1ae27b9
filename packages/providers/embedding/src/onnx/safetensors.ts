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
