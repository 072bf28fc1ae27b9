import { AppError, type ErrorCode } from '@docfleet/errors';
import type { z } from 'zod';
import { describeIssue, sentencesOfKeys } from './describe-issue.ts';
import type { InvalidCodes } from './route.ts';

export interface Issue {
  /** The field as the caller wrote it: `ingestConfig.config.text`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** More are not helpful, and a hostile body could have a million. */
const maxIssues = 20;
/** The others are in the details. */
const namedInMessage = 3;

const joined = (path: readonly PropertyKey[]) => path.map(String).join('.');

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'invalid_key')
    return [{ path: joined(issue.path), message: issue.issues[0]?.message ?? issue.message }];
  if (issue.code !== 'unrecognized_keys') return [{ path: joined(issue.path), message: issue.message }];
  const messages = sentencesOfKeys(issue.message);
  return issue.keys.slice(0, maxIssues).map((key, at) => ({
    path: joined([...issue.path, key]),
    message: messages[at] ?? 'is not a known field',
  }));
}

type Read<Value> = { readonly data: Value } | { readonly issues: readonly Issue[] };

/** Parses what a caller sent; where it does not fit the schema, returns what is wrong with each field. */
export function readWith<Schema extends z.ZodType>(schema: Schema, value: unknown): Read<z.output<Schema>> {
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return { data: result.data };
  return { issues: result.error.issues.slice(0, maxIssues).flatMap(toIssues).slice(0, maxIssues) };
}

const liesUnder = (prefix: string) => (issue: Issue) =>
  issue.path === prefix || issue.path.startsWith(`${prefix}.`);

function codeOf(issues: readonly Issue[], codes: InvalidCodes): ErrorCode {
  const { default: fallback, ...byPath } = codes;
  const longestFirst = Object.entries(byPath).toSorted(([a], [b]) => b.length - a.length);
  return longestFirst.find(([prefix]) => issues.every(liesUnder(prefix)))?.[1] ?? fallback;
}

/** The 400 that names every field that is wrong. */
export function invalidInput(issues: readonly Issue[], codes: InvalidCodes): AppError {
  const named = issues
    .slice(0, namedInMessage)
    .map(({ path, message }) => `${path || 'The body'} ${message}`);
  const more = issues.length > named.length ? ` (and ${issues.length - named.length} more)` : '';
  const message = named.length > 0 ? `${named.join('; ')}${more}` : 'The request is not valid';
  return new AppError(codeOf(issues, codes), message, { details: { issues } });
}

/** The same for a field that is judged after its shape was: a cursor, a name that is taken. */
export function invalidField(code: ErrorCode, path: string, message: string): AppError {
  return invalidInput([{ path, message }], { default: code });
}
