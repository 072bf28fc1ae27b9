import { AppError } from '@docfleet/errors';

export interface ChunkOptions {
  /** The most tokens (cl100k_base) that a chunk has: 1 to 8,191. */
  readonly chunkSize: number;
  /** The most tokens that a chunk repeats of the one before: 0 to `chunkSize` - 1. */
  readonly chunkOverlap: number;
}

const largestChunk = 8_191;

/** Throws INVALID_CHUNK_CONFIG, naming the setting, unless the options can be honoured. */
export function checkChunkOptions({ chunkSize, chunkOverlap }: ChunkOptions): void {
  if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > largestChunk) {
    throw invalid('chunkSize', `chunkSize must be a whole number from 1 to ${largestChunk}`);
  }
  if (!Number.isInteger(chunkOverlap) || chunkOverlap < 0 || chunkOverlap >= chunkSize) {
    throw invalid(
      'chunkOverlap',
      'chunkOverlap must be a whole number, 0 or more and smaller than chunkSize',
    );
  }
}

function invalid(setting: string, message: string): AppError {
  return new AppError('INVALID_CHUNK_CONFIG', message, { details: { setting } });
}
