import type { ConversionModel, Database, OcrStrategy, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import type { NotRead } from '@docfleet/text/not-read';
import { createId } from '../database/identifier.ts';
import { parseNotRead } from '../document/advance.ts';

export interface FileToConvert {
  readonly organizationId: string;
  readonly fileName: string;
  readonly declaredType: string;
  readonly ocrStrategy: OcrStrategy;
  /** Language codes of tesseract; empty: the parser's setting. */
  readonly ocrLanguages?: string[];
  /** Whether what surrounds the content of a page in HTML is read too. */
  readonly keepsWholePages?: boolean;
  /** The caller's timeout. */
  readonly expiresAt: Date;
}

/**
 * Stores a file for a worker; returns the conversion's id. `order` is what an extension wants of it, and unset for its Markdown;
 * `content` yields parts of at most about a megabyte.
 */
export async function createConversion(
  database: Database,
  {
    id = createId(),
    order,
    ...file
  }: FileToConvert & { readonly id?: string; readonly order?: Readonly<Record<string, unknown>> },
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  await database.conversion.create({
    data: { id, ...file, ...(order && { order: order as Prisma.InputJsonObject }) },
  });
  let ordinal = 0;
  for await (const bytes of content) {
    await database.conversionPart.create({
      data: { conversionId: id, ordinal, bytes: new Uint8Array(bytes) },
    });
    ordinal += 1;
  }
  return id;
}

/** A conversion whose caller waits. */
export type WaitingConversion = ConversionModel;

/** Returns a conversion whose caller still waits; undefined when it is finished or expired. */
export async function findWaitingConversion(
  database: Database,
  id: string,
): Promise<WaitingConversion | undefined> {
  const found = await database.conversion.findFirst({
    where: { id, status: 'QUEUED', expiresAt: { gt: new Date() } },
  });
  return found ?? undefined;
}

/** Yields the file's bytes, part by part. */
export async function* readConversionFile(
  database: Database,
  conversionId: string,
): AsyncGenerator<Uint8Array> {
  for (let ordinal = 0; ; ordinal += 1) {
    const part = await database.conversionPart.findUnique({
      where: { conversionId_ordinal: { conversionId, ordinal } },
    });
    if (!part) return;
    yield part.bytes;
  }
}

interface Converted {
  readonly markdown: string;
  /** The parts of the file that the Markdown lacks. */
  readonly notRead: readonly NotRead[];
}

const storedConversion = ({ markdown, notRead }: Converted) => ({
  markdown,
  notRead: notRead.map((part) => ({ ...part })),
});

/** Stores the result of a conversion, unless it has one. */
export async function endConversion(
  database: Database,
  id: string,
  ended: Converted | { readonly outcome: object } | AppError,
): Promise<void> {
  const data =
    ended instanceof Error
      ? { status: 'FAILED' as const, errorCode: ended.code, error: ended.message }
      : {
          status: 'DONE' as const,
          ...('markdown' in ended
            ? storedConversion(ended)
            : { outcome: ended.outcome as Prisma.InputJsonObject }),
        };
  await database.conversion.updateMany({ where: { id, status: 'QUEUED' }, data });
}

/** Result of a conversion, or the outcome of an extension's order. */
export interface ConversionResult extends Pick<ConversionModel, 'markdown' | 'errorCode' | 'error'> {
  readonly outcome: unknown;
  readonly notRead: readonly NotRead[];
}

/** Returns the result of a conversion; undefined while there is none. */
export async function findConversionResult(
  database: Database,
  id: string,
): Promise<ConversionResult | undefined> {
  const found = await database.conversion.findFirst({
    where: { id, status: { not: 'QUEUED' } },
    select: { markdown: true, notRead: true, outcome: true, errorCode: true, error: true },
  });
  if (!found) return undefined;
  return { ...found, notRead: parseNotRead(found.notRead) };
}

/** Deletes a conversion and its file. */
export async function removeConversion(database: Database, id: string): Promise<void> {
  await database.conversion.deleteMany({ where: { id } });
}

/** Deletes conversions whose callers have timed out or crashed; returns their number. */
export async function removeExpiredConversions(database: Database): Promise<number> {
  const { count } = await database.conversion.deleteMany({ where: { expiresAt: { lt: new Date() } } });
  return count;
}
