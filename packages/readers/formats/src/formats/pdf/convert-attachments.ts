import { convertEmbedded } from '../../embedded-file.ts';
import type { Source } from '../../format.ts';
import type { PdfFile } from './pdfium/open-pdf.ts';

/** Attached files that are read or named; more are counted. */
const maxFiles = 2_000;

/**
 * Each file within a PDF below a heading with its name: its text where it can be read, and otherwise why it cannot. Returns the number
 * of those that were read.
 */
export async function* convertAttachments(file: PdfFile, source: Source): AsyncGenerator<string, number> {
  let [number, unread] = [0, 0];
  const report: Source['reportNotRead'] = (part) => {
    unread++;
    source.reportNotRead(part);
  };
  for await (const { name, content } of file.attachments()) {
    const fileName = name.replace(/\s+/g, ' ').trim() || 'unnamed';
    const isCounted = ++number > maxFiles;
    const part = { what: 'EMBEDDED_FILE', where: isCounted ? null : fileName } as const;
    if (isCounted) report({ ...part, why: `Of a PDF ${maxFiles} attached files are read, and no more` });
    else if (!content) report({ ...part, why: 'The attached file is damaged or larger than 64 MiB' });
    else {
      yield '\n';
      const embedded = { fileName, declaredType: null, content };
      yield* convertEmbedded({ ...source, reportNotRead: report }, 'Attachment', embedded);
    }
  }
  return number - unread;
}
