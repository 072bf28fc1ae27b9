import { AppError, type ErrorCode } from '@docfleet/errors';
import type { z } from 'zod';
import type { InvalidCodes } from './route.ts';

export interface Issue {
  /** The field as the caller wrote it: `ingestConfig.config.text`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** More are not helpful, and a hostile body could have a million. */
const maxIssues = 20;

const joined = (path: readonly PropertyKey[]) => path.map(String).join('.');

const listed = (values: readonly unknown[]) => `must be one of ${values.map(String).join(', ')}`;

/** An issue's message without the name of the field, which `path` has. */
function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') {
    return issue.values.length === 1 ? `must be ${String(issue.values[0])}` : listed(issue.values);
  }
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options))
    return listed(issue.options);
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is required';
  return issue.message;
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: joined(issue.path), message: sentence(issue) }];
  return issue.keys
    .slice(0, maxIssues)
    .map((key) => ({ path: joined([...issue.path, key]), message: 'is not a known field' }));
}

/** Issues of zod as the API reports them. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.slice(0, maxIssues).flatMap(toIssues).slice(0, maxIssues);
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
  const [first, ...others] = issues;
  const named = first ? `${first.path || 'The body'} ${first.message}` : 'The request is not valid';
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return new AppError(codeOf(issues, codes), `${named}${more}`, { details: { issues } });
}

/** The same for a field that is judged after its shape was: a cursor, a name that is taken. */
export function invalidField(code: ErrorCode, path: string, message: string): AppError {
  return invalidInput([{ path, message }], { default: code });
}
