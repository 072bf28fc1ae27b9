import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFKit from 'pdfkit';
import { finish } from '../pdf/documents.fixture.ts';

const [paper, ink] = [
  [0, 0, 0, 0],
  [0, 0, 0, 100],
] as const;
const adobeMarker = Buffer.from('ffee000e41646f626500640000000000', 'hex');

/** A JPEG of four colors with a line of text. Adobe's programs store paper instead of ink, and say so by a marker. */
export async function pressJpegOf(text: string, byAdobe: boolean): Promise<Buffer> {
  const size = [420, 120] as [number, number];
  const page = new PDFKit({ size, margin: 0 });
  page.rect(0, 0, ...size).fill([...(byAdobe ? ink : paper)]);
  page.fontSize(20).fill([...(byAdobe ? paper : ink)]);
  page.text(text, 72, 50);
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-press-'));
  try {
    await writeFile(join(folder, 'page.pdf'), await finish(page));
    execFileSync('pdftoppm', ['-jpegcmyk', '-singlefile', '-r', '150', 'page.pdf', 'page'], { cwd: folder });
    const jpeg = await readFile(join(folder, 'page.jpg'));
    const afterJfif = 4 + jpeg.readUInt16BE(4);
    return byAdobe ? Buffer.concat([jpeg.subarray(0, 2), adobeMarker, jpeg.subarray(afterJfif)]) : jpeg;
  } finally {
    await rm(folder, { recursive: true });
  }
}
