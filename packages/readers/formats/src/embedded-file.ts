import { AppError } from '@docfleet/errors';
import { escapeText, headingLine } from '@docfleet/text/markdown';
import type { Part, Source } from './format.ts';

/**
 * Converts a file that lies within another: a heading with its name, then its text, or the reason why it cannot be read, which is
 * reported too.
 */
export async function* convertEmbedded(source: Source, label: string, part: Part): AsyncGenerator<string> {
  const name = part.fileName.replace(/\s+/g, ' ').trim();
  yield `${headingLine(2, `${label}: ${escapeText(name, { startsLine: false, isInLink: false })}`)}\n\n`;
  try {
    yield* (await source.convertPart(part)).markdown;
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.retryable || cause.code === 'INTERNAL_ERROR') throw cause;
    source.reportNotRead({ what: 'EMBEDDED_FILE', where: name, why: cause.message });
    yield `Not read: ${cause.message}`;
  }
  yield '\n\n';
}
