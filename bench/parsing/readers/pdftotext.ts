import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const maxOutputBytes = 2 ** 30;

/** Poppler's program, where it is installed: the limit of what can be had in speed, without any structure. */
export async function readPdftotext(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)('pdftotext', [path, '-'], { maxBuffer: maxOutputBytes });
  return stdout;
}
