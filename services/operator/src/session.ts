import type { Database } from '@docfleet/domain/database';
import type { OperatorConfig } from './config.ts';

/** Dependencies of a command. */
export interface Session {
  readonly config: OperatorConfig;
  readonly isTerminal: boolean;
  /** A sentence for each setting of the environment that is misspelt or blank. */
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
