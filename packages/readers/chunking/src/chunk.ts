import { AppError } from '@docfleet/errors';

export interface ChunkOptions {
  /** Maximum of tokens (cl100k_base) that a chunk has: 1 to 8,191. */
  readonly chunkSize: number;
  /** Maximum of tokens that a chunk repeats of the one before: 0 to `chunkSize` - 1. */
  readonly chunkOverlap: number;
}

const maxChunkTokens = 8_191;

/** Throws INVALID_CHUNK_CONFIG, naming the setting, unless the options can be honored. */
export function checkChunkOptions({ chunkSize, chunkOverlap }: ChunkOptions): void {
  if (!Number.isInteger(chunkSize) || chunkSize < 1 || chunkSize > maxChunkTokens) {
    throw invalid('chunkSize', `chunkSize must be a whole number from 1 to ${maxChunkTokens}`);
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

/** A part of a document that is embedded, found and shown on its own. */
export interface Chunk {
  /**
   * The body under its heading path. A fence that was cut is opened and closed again, a table that was cut has its
   * header. Otherwise the body is the source from `start` to `end`, but for very long runs of empty lines.
   */
  readonly text: string;
  /** `countTokens(text)` */
  readonly tokens: number;
  /** UTF-16 offset at which the body begins in the source, including the text repeated from the chunk before. */
  readonly start: number;
  readonly end: number;
  /** Titles of the headings that the body lies under, outermost first, with its own heading if it begins with one. */
  readonly headings: readonly string[];
}
