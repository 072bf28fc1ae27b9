import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from '@docfleet/runtime/logging';

export interface EmbeddedServerOptions {
  /** Folder of this server alone: its data, password and log. Made when missing. */
  readonly directory: string;
  readonly log: Logger;
  /** False trades safety against power cuts for speed, for data that a test discards. True by default. */
  readonly durable?: boolean;
}

export interface EmbeddedServer {
  /** Address with user and password; the server listens on 127.0.0.1 only. Stays the same when it is restarted after a crash. */
  readonly url: string;
  /** Stops the server in good order and for good; may be called more than once. */
  stop(): Promise<void>;
  /** Resolves when the server is gone: without a value after `stop`, with the error when it could not be kept alive. */
  readonly exited: Promise<Error | undefined>;
}

/** Makes a folder that only its owner may enter. Those above it, where missing, are made as usual. */
export async function makeOwnFolder(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
}
