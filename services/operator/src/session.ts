import { gracePeriodSeconds, maxRateLimit } from '@docfleet/domain/api-key';
import {
  ApiKeyScope,
  type Database,
  isDatabaseUnavailable,
  isStatementLost,
  poolerAdvice,
  unreachableDatabase,
} from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { OperatorConfig } from './config.ts';

/** A fault that the operator can correct: one line that says what. */
export class OperatorFailure extends Error {
  override readonly name = 'OperatorFailure';
}

/** A completed command that has printed its findings: only the exit code reports them. */
export class FoundSomething extends Error {
  override readonly name = 'FoundSomething';
}

/** Returns the message for the terminal about a failure. */
export function explainFailure(error: unknown): string {
  if (error instanceof AppError) return `${error.message} (${error.code})`;
  if (isStatementLost(error)) return poolerAdvice;
  if (isDatabaseUnavailable(error))
    return 'The database cannot be reached: is the fleet, or its PostgreSQL, running?';
  const message = error instanceof Error ? error.message : String(error);
  const [, refused] = /Error opening a TLS connection: (.+)/.exec(message) ?? [];
  return refused === undefined ? message : unreachableDatabase(refused);
}

/** Reads an argument with a schema; an error names the argument. */
export const readWith =
  <Schema extends z.ZodType>(schema: Schema, expected: string) =>
  (text: string): z.output<Schema> => {
    const result = schema.safeParse(text);
    if (!result.success) throw new InvalidArgumentError(`It must be ${expected}.`);
    return result.data;
  };

/** Latest time that is accepted: PostgreSQL can store it, and no clock will reach it. */
const latest = new Date('9999-12-31T00:00:00Z');

const wholeNumber = z.string().regex(/^\d+$/).transform(Number);

export const readName = readWith(z.string().trim().min(1).max(100), '1 to 100 characters');

export const readScopes = readWith(
  z
    .string()
    .transform((text) => text.split(',').map((scope) => scope.trim()))
    .pipe(z.array(z.enum(ApiKeyScope)).min(1)),
  `one or more of ${Object.values(ApiKeyScope).join(',')}`,
);

export const readExpiry = readWith(
  z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((date) => date > new Date() && date < latest),
  'a time to come, like 2030-01-31T00:00:00Z',
);

export const readRateLimit = readWith(
  wholeNumber.pipe(z.int().min(1).max(maxRateLimit)),
  `1 to ${maxRateLimit} requests a minute`,
);

export const readGracePeriod = readWith(
  wholeNumber.pipe(z.int().min(0).max(gracePeriodSeconds.max)),
  `0 to ${gracePeriodSeconds.max} seconds`,
);

const maxWaitSeconds = 86_400;

export const readSeconds = readWith(
  wholeNumber.pipe(z.int().min(0).max(maxWaitSeconds)),
  `0 to ${maxWaitSeconds} seconds`,
);

/** Dependencies of a command. */
export interface Session {
  readonly config: OperatorConfig;
  readonly isTerminal: boolean;
  /** A sentence for each setting of the environment that is misspelled or blank. */
  readonly suspectSettings: readonly string[];
  /** Opens the database for the time of the work. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** The database that is worked on. */
  findDatabaseUrl(): Promise<string>;
  print(text: string): void;
}

export interface OutputOptions {
  readonly json?: boolean;
}

/** Prints what a command has to show: JSON when asked for, else lines for people. */
export function show(
  { print }: Pick<Session, 'print'>,
  { json }: OutputOptions,
  { value, lines }: { value: unknown; lines: readonly string[] },
): void {
  print(json ? `${JSON.stringify(value, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''));
}

/** Rows as lines with columns of one width, under their names. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  return [columns, ...rows].map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
