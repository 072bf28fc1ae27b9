import type { ConversionModel, Database, OcrStrategy, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import { createId } from '../database/identifier.ts';
import type { EstimateOrder, EstimateOutcome } from './estimate-outcome.ts';

export interface FileToConvert {
  readonly organizationId: string;
  readonly fileName: string;
  readonly declaredType: string;
  readonly ocrStrategy: OcrStrategy;
  /** When nobody waits for it any more. */
  readonly expiresAt: Date;
}

/** Brings a file to where parsers find it; gives the conversion's id. The file is read in pieces of at most a megabyte or so. */
export async function createConversion(
  database: Database,
  {
    id = createId(),
    estimate,
    ...file
  }: FileToConvert & { readonly id?: string; readonly estimate?: EstimateOrder },
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  const order = estimate && { estimate: estimate as unknown as Prisma.InputJsonObject };
  await database.conversion.create({ data: { id, ...file, ...order } });
  let ordinal = 0;
  for await (const bytes of content) {
    await database.conversionPart.create({
      data: { conversionId: id, ordinal, bytes: new Uint8Array(bytes) },
    });
    ordinal += 1;
  }
  return id;
}

/** A conversion that somebody still waits for; undefined when it is over. */
export async function findWaitingConversion(
  database: Database,
  id: string,
): Promise<ConversionModel | undefined> {
  const found = await database.conversion.findFirst({
    where: { id, status: 'QUEUED', expiresAt: { gt: new Date() } },
  });
  return found ?? undefined;
}

/** The file's bytes, piece by piece. */
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

/** Notes what has come of a conversion, unless that is known already. */
export async function endConversion(
  database: Database,
  id: string,
  ended: { readonly markdown: string } | { readonly outcome: EstimateOutcome } | AppError,
): Promise<void> {
  const data =
    ended instanceof Error
      ? { status: 'FAILED' as const, errorCode: ended.code, error: ended.message }
      : { status: 'DONE' as const, ...(ended as Prisma.ConversionUpdateInput) };
  await database.conversion.updateMany({ where: { id, status: 'QUEUED' }, data });
}

/** What has come of a conversion; undefined while it is not known. */
export async function findConversionOutcome(
  database: Database,
  id: string,
): Promise<Pick<ConversionModel, 'markdown' | 'outcome' | 'errorCode' | 'error'> | undefined> {
  const found = await database.conversion.findFirst({
    where: { id, status: { not: 'QUEUED' } },
    select: { markdown: true, outcome: true, errorCode: true, error: true },
  });
  return found ?? undefined;
}

/** Forgets a conversion and its file. */
export async function removeConversion(database: Database, id: string): Promise<void> {
  await database.conversion.deleteMany({ where: { id } });
}

/** Forgets conversions whose callers are gone, as when a gateway died; gives how many. */
export async function removeExpiredConversions(database: Database): Promise<number> {
  const { count } = await database.conversion.deleteMany({ where: { expiresAt: { lt: new Date() } } });
  return count;
}
