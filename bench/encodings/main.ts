import { decodeText } from '@docfleet/text/decoding';
import { detect } from 'chardet';
import iconv from 'iconv-lite';
import { printTable } from '../table.ts';
import { type EncodedFile, encodedFiles } from './cases.ts';

/** Reads the files of the table with docfleet and with chardet, and prints how many each reads without a wrong character. */
type Reader = (bytes: Uint8Array) => Promise<string>;

const readers: Readonly<Record<string, Reader>> = {
  docfleet: async (bytes) => (await Array.fromAsync(decodeText([bytes], () => []))).join(''),
  chardet: async (bytes) => {
    const encoding = detect(bytes) ?? 'windows-1252';
    const isKnown = iconv.encodingExists(encoding);
    return isKnown ? iconv.decode(Buffer.from(bytes), encoding) : new TextDecoder(encoding).decode(bytes);
  },
};

const plain = (text: string) => text.replaceAll('\r\n', '\n').replace('\ufeff', '');

async function countRight(files: readonly EncodedFile[], read: Reader): Promise<number> {
  const texts = await Promise.all(
    files.map(async ({ bytes, text }) => plain(await read(bytes)) === plain(text)),
  );
  return texts.filter(Boolean).length;
}

async function main(): Promise<void> {
  const files = encodedFiles();
  const kinds = [...new Set(files.map(({ kind }) => kind))];
  const rows = await Promise.all(
    Object.entries(readers).map(async ([name, read]) => {
      const right = await Promise.all(
        kinds.map((kind) =>
          countRight(
            files.filter((file) => file.kind === kind),
            read,
          ),
        ),
      );
      return [name, ...right, right.reduce((sum, count) => sum + count, 0)];
    }),
  );
  const sizes = kinds.map((kind) => files.filter((file) => file.kind === kind).length);
  printTable(['read right', ...kinds, 'all'], [['files', ...sizes, files.length], ...rows]);
}

await main();
