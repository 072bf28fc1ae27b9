import type { z } from 'zod';
import { describeIssue, sentencesOfKeys } from './describe-issue.ts';

export interface Issue {
  /** The field as the caller wrote it: `ingestConfig.config.text`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** More are not helpful, and a hostile body could have a million. */
const maxIssues = 20;

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
