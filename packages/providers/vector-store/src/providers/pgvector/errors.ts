import { AppError, causesOf } from '@docfleet/errors';
import { redactedReason } from '@docfleet/secrets';

/** Owner of a server. What the operator's says stays in the cause, as it may name hosts. */
export interface Owner {
  /** Setting that names the server. */
  readonly setting: string;
  readonly isOperators: boolean;
  readonly secrets: readonly string[];
}

interface Verdict {
  readonly code: 'PROVIDER_REJECTED' | 'PROVIDER_UNAVAILABLE';
  readonly sentence: string;
  readonly remedy?: string;
}

const rejected = (sentence: string, remedy: string): Verdict => ({
  code: 'PROVIDER_REJECTED',
  sentence,
  remedy,
});
const unavailable = (sentence: string): Verdict => ({ code: 'PROVIDER_UNAVAILABLE', sentence });

const login = rejected(
  'The database of PGVECTOR does not accept the user or password',
  'Name a user with the right to connect, and the right password',
);

const noExtension = rejected(
  'The database of PGVECTOR lacks the extension vector',
  'Install pgvector 0.8.4 or newer on its server (https://github.com/pgvector/pgvector#installation), then let a superuser run CREATE EXTENSION vector in the database',
);

/** Verdicts by the state of an error: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const verdicts: Readonly<Record<string, Verdict>> = {
  '28000': login,
  '28P01': login,
  '3D000': rejected('The database of PGVECTOR does not exist', 'Create it with CREATE DATABASE'),
  '42501': rejected(
    'The user of PGVECTOR lacks a right in its database',
    'Let the owner of the database run GRANT CREATE ON DATABASE … TO the user, and, where the extension vector is missing, let a superuser run CREATE EXTENSION vector',
  ),
  '58P01': noExtension,
  '0A000': noExtension,
  '25006': unavailable('The database of PGVECTOR is read-only now'),
  '53100': unavailable('The disk of the database of PGVECTOR is full'),
  '53200': unavailable('The database of PGVECTOR has no memory left'),
  '53300': unavailable('The database of PGVECTOR has no connection left'),
  '57014': unavailable('The database of PGVECTOR did not answer in time'),
  '55P03': unavailable('Another process holds a lock of the database of PGVECTOR'),
};

const badRecord = rejected(
  'The database of PGVECTOR does not take this record',
  'Look into the log of the database for the reason: a limit, a constraint or a trigger of its own',
);

/** Verdicts by the class of an error, where its state has none: data, integrity, limits of the program, and what triggers raise. The same again has the same end. */
const verdictsOfClass: Readonly<Record<string, Verdict>> = {
  '22': badRecord,
  '23': badRecord,
  '54': badRecord,
  P0: badRecord,
};

/** Returns the SQLSTATE of an error; empty unless the server sent the error. */
const stateOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) ? code : '';
};

/** Whether a table is gone: a purge has dropped it since its name was read, or the database is another one since it was prepared. */
export const isMissingTable = (error: unknown): boolean => stateOf(error) === '42P01';

/** deadlock_detected and serialization_failure. */
const conflicts = ['40P01', '40001'];

/** Whether the transaction met another: it has changed nothing, and may be tried again. */
export const isConflict = (error: unknown): boolean =>
  isMissingTable(error) || conflicts.includes(stateOf(error));

/** Maps an error of the driver to the port's errors. */
export function pgvectorError(error: unknown, { setting, isOperators, secrets }: Owner): AppError {
  const known = causesOf(error).find((link) => link instanceof AppError);
  if (known) return known;
  const state = stateOf(error);
  const { code, sentence, remedy } =
    verdicts[state] ??
    verdictsOfClass[state.slice(0, 2)] ??
    unavailable('The PGVECTOR vector store did not answer');
  const said = redactedReason((causesOf(error).at(-1) ?? (error as Error)).message, secrets);
  const reason = remedy ?? (isOperators ? undefined : said);
  return new AppError(code, sentence, {
    ...(isOperators && { cause: error }),
    details: { ...(code === 'PROVIDER_REJECTED' && { setting }), ...(reason && { reason }) },
  });
}

/** Vectors of one place share a dimension, which the first write decides. */
export const wrongDimensions = (expected: number, actual: number): AppError =>
  new AppError('PROVIDER_REJECTED', 'The vector store does not take vectors of this dimension', {
    details: {
      setting: 'embeddingModelConfig',
      reason: `The namespace holds vectors of ${expected} dimensions, the embedding model returns ${actual}`,
    },
  });

export const tooManyDimensions = (max: number, actual: number): AppError =>
  new AppError('PROVIDER_REJECTED', 'The vector store does not take vectors of this dimension', {
    details: {
      setting: 'embeddingModelConfig',
      reason: `PGVECTOR indexes vectors of up to ${max} dimensions, the embedding model returns ${actual}`,
    },
  });

/** Returns the error for a version of the extension that may return wrong results or damage its indexes. */
export const oldExtension = (version: string, min: string): AppError =>
  new AppError(
    'PROVIDER_REJECTED',
    `The extension vector ${version} in the database of PGVECTOR is too old`,
    {
      details: {
        reason: `docfleet needs ${min} or newer, as older ones may damage indexes: install it on the server, then run ALTER EXTENSION vector UPDATE`,
      },
    },
  );
