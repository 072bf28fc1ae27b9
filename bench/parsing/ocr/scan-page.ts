import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import PDFKit from 'pdfkit';

const run = promisify(execFile);
const dotsPerInch = 200;
const maxOutputBytes = 2 ** 26;

/** Writes a page of a PDF as a PDF of its picture alone, as a scanner would at 200 gray dots an inch. */
export async function scanPage(pdfPath: string, page: number, target: string): Promise<void> {
  const args = ['-r', `${dotsPerInch}`, '-gray', '-png', '-f', `${page}`, '-l', `${page}`, pdfPath];
  const { stdout: png } = await run('pdftoppm', args, { encoding: 'buffer', maxBuffer: maxOutputBytes });
  const toPoints = (offset: number) => (png.readUInt32BE(offset) * 72) / dotsPerInch;
  const size: [number, number] = [toPoints(16), toPoints(20)];
  const document = new PDFKit({ size, margin: 0 });
  document.image(png, 0, 0, { width: size[0], height: size[1] });
  document.end();
  await writeFile(target, await buffer(document));
}

/** Returns the text of a page by `pdftotext`, in its reading order or in the order of drawing. */
export async function textOfPage(pdfPath: string, page: number, isAsDrawn = false): Promise<string> {
  const order = isAsDrawn ? ['-raw'] : [];
  const { stdout } = await run('pdftotext', [...order, '-f', `${page}`, '-l', `${page}`, pdfPath, '-']);
  return stdout;
}
