/** Result of a file that is read as text of bounded length, in place of an error code. */
export const readable = 'read';

/** A file that was made to harm, or that is broken. */
export interface HostileFile {
  readonly name: string;
  readonly make: () => Uint8Array | Promise<Uint8Array>;
  /** The codes that may come of it, or `readable`. */
  readonly expected: readonly string[];
}

export const hostile = (
  name: string,
  expected: string | readonly string[],
  make: HostileFile['make'],
): HostileFile => ({ name, make, expected: [expected].flat() });

export const unreadable = 'DOCUMENT_UNREADABLE';
export const encrypted = 'DOCUMENT_ENCRYPTED';
export const tooComplex = 'DOCUMENT_TOO_COMPLEX';
export const empty = 'DOCUMENT_EMPTY';
export const unsupported = 'UNSUPPORTED_FILE_TYPE';
/** A program that reads it may be missing on this machine. */
export const missing = 'SYSTEM_PROGRAM_MISSING';

/** Returns `unit`, repeated up to `bytes` bytes. */
export const filled = (bytes: number, unit: string): Buffer => Buffer.alloc(bytes, unit);
