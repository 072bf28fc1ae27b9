import { AppError } from '@docfleet/errors';
import { escapeText, headingLine } from '@docfleet/text/markdown';
import type { Source } from '../../format.ts';
import type { PdfFile } from './pdfium/open-pdf.ts';
import type { AttachedFile } from './pdfium/read-attachments.ts';

/** Attached files that are read or named; more are counted. */
const maxFiles = 1_000;

/** Each file within a PDF that can be read, below a heading with its name; the others are reported as not read, each with the reason. */
export async function* convertAttachments(file: PdfFile, source: Source): AsyncGenerator<string> {
  let number = 0;
  for await (const attached of file.attachments()) {
    if (++number > maxFiles) report(source, null, `More than ${maxFiles} files are attached`);
    else yield* convertAttached(attached, source);
  }
}

const report = ({ reportNotRead }: Source, where: string | null, why: string) =>
  reportNotRead({ what: 'EMBEDDED_FILE', where, why });

async function* convertAttached({ name, content }: AttachedFile, source: Source): AsyncGenerator<string> {
  const fileName = name.replace(/\s+/g, ' ').trim() || 'unnamed';
  if (!content) return report(source, fileName, 'The attached file is damaged or larger than 64 MiB');
  let hasBegun = false;
  try {
    const part = await source.convertPart({ fileName, declaredType: null, content });
    if (!part) return report(source, fileName, 'Too many files lie within each other');
    for await (const piece of part.markdown) {
      if (!hasBegun) {
        const title = escapeText(fileName, { startsLine: false, isInLink: false });
        yield `\n${headingLine(2, `Attachment: ${title}`)}\n\n`;
      }
      hasBegun = true;
      yield piece;
    }
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.retryable || cause.code === 'INTERNAL_ERROR') throw cause;
    report(source, fileName, cause.message);
  }
}
