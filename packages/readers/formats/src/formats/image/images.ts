import { writeBlocks } from '../../document-tree/write-blocks.ts';
import { asUnreadable, type Format, type Source } from '../../format.ts';
import type { ImageKind } from './read-image.ts';

async function* convert(source: Source, kind: ImageKind): AsyncGenerator<string> {
  const [{ readImage }, { readDocument }] = await Promise.all([
    import('./read-image.ts'),
    import('../pdf/layout/read-document.ts'),
  ]);
  yield* asUnreadable(kind, writeBlocks(readDocument(readImage(source, kind)), source.locate));
}

const image = (name: ImageKind, mimeType: string, ...extensions: readonly string[]): Format => ({
  name,
  mimeType,
  matches: ({ signature }) => signature !== undefined && extensions.includes(signature.extension),
  convert: (source) => convert(source, name),
});

/** Pictures of text, which are always read by OCR; of those that move, the first frame. */
export const images: readonly Format[] = [
  image('PNG', 'image/png', 'png', 'apng'),
  image('JPG', 'image/jpeg', 'jpg'),
  image('TIFF', 'image/tiff', 'tif'),
  image('GIF', 'image/gif', 'gif'),
  image('BMP', 'image/bmp', 'bmp'),
  image('WEBP', 'image/webp', 'webp'),
];
