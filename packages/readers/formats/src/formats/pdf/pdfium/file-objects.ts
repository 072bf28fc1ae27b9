import { inflateSync } from 'node:zlib';

/** All bytes of a file are looked through; objects of larger ones are not known. */
const maxFileBytes = 64 * 2 ** 20;
const maxObjects = 50_000;
const maxObjectLength = 8_192;
/** Of what stands before the content of a stream. */
const maxHeadBytes = 512;
const maxStreamBytes = 2 ** 20;
const maxInflatedBytes = 64 * 2 ** 20;

/** An object of a file, as far as its first characters. */
export interface FileObject {
  readonly number: number;
  readonly text: string;
}

function* plainObjects(text: string): Generator<FileObject> {
  for (const { 1: number, index } of text.matchAll(/(?<!\d)(\d{1,7}) \d{1,5} obj\b/g))
    yield {
      number: Number(number),
      text: text.slice(index, index + maxObjectLength).split('endobj', 1)[0] ?? '',
    };
}

/** The content of a stream that begins soon behind a place; nothing of one that is damaged, encrypted or not compressed as most are. */
function inflateAt(file: Buffer, at: number): string {
  const keyword = file.subarray(at, at + maxHeadBytes).indexOf('stream');
  if (keyword === -1) return '';
  const start = at + keyword + 'stream'.length;
  const data = start + (file[start] === 13 ? 2 : 1);
  try {
    return inflateSync(file.subarray(data, data + maxStreamBytes), {
      maxOutputLength: maxStreamBytes,
    }).toString('latin1');
  } catch {
    return '';
  }
}

interface PackedStream {
  /** Empty where it is damaged, encrypted or too large. */
  readonly content: string;
  /** Offset of its first object, in bytes. */
  readonly first: number;
}

/** Streams of objects, which begin with the numbers and places of all. */
function* packedStreams(text: string, file: Buffer): Generator<PackedStream> {
  let inflated = 0;
  for (const { index } of text.matchAll(/\/ObjStm\b/g)) {
    const content = inflated > maxInflatedBytes ? '' : inflateAt(file, index);
    // A stream that fails may have been inflated up to the limit.
    inflated += content.length || maxStreamBytes;
    const first = Number(/\/First (\d{1,7})/.exec(text.slice(Math.max(0, index - 200), index + 200))?.[1]);
    yield { content, first };
  }
}

function* packedObjects(text: string, file: Buffer): Generator<FileObject> {
  for (const { content, first } of packedStreams(text, file)) {
    if (content === '') continue;
    const places = content.slice(0, first).trim().split(/\s+/).map(Number);
    for (let place = 0; place + 1 < places.length; place += 2) {
      const from = first + (places[place + 1] ?? 0);
      const to = first + (places[place + 3] ?? content.length);
      yield { number: places[place] ?? 0, text: content.slice(from, Math.min(to, from + maxObjectLength)) };
    }
  }
}

const textOf = (bytes: Uint8Array) => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { file, text: file.toString('latin1') };
};

/** Whether a pattern stands in the objects of a file, packed ones as well; true where these cannot be looked through. */
export function mayContain(bytes: Uint8Array, pattern: RegExp): boolean {
  if (bytes.length > maxFileBytes) return true;
  const { file, text } = textOf(bytes);
  if (pattern.test(text)) return true;
  for (const { content } of packedStreams(text, file))
    if (content === '' || pattern.test(content)) return true;
  return false;
}

/** The objects of a file as they stand in it, also packed ones; undefined for a file that is too large to be looked through. */
export function fileObjects(bytes: Uint8Array): Iterable<FileObject> | undefined {
  if (bytes.length > maxFileBytes) return undefined;
  const { file, text } = textOf(bytes);
  return boundedObjects([plainObjects(text), packedObjects(text, file)]);
}

function* boundedObjects(sources: readonly Iterable<FileObject>[]): Generator<FileObject> {
  let seen = 0;
  for (const objects of sources)
    for (const object of objects) {
      if (++seen > maxObjects) return;
      yield object;
    }
}
