import { AppError, type ErrorCode } from '../index.ts';
import type { Issue } from './read-with.ts';

/** Codes of a 400: the one of the longest path that all wrong fields lie below, or the default. */
export type InvalidCodes = { readonly default: ErrorCode } & { readonly [path: string]: ErrorCode };

/** The others are in the details. */
const namedInMessage = 3;

const liesUnder = (prefix: string) => (issue: Issue) =>
  issue.path === prefix || issue.path.startsWith(`${prefix}.`);

function codeOf(issues: readonly Issue[], codes: InvalidCodes): ErrorCode {
  const { default: fallback, ...byPath } = codes;
  const longestFirst = Object.entries(byPath).toSorted(([a], [b]) => b.length - a.length);
  return longestFirst.find(([prefix]) => issues.every(liesUnder(prefix)))?.[1] ?? fallback;
}

/** A rest of a sentence follows its field; a sentence of its own, such as a vendor's, stands behind a colon. */
const nameWith = ({ path, message }: Issue) =>
  `${path || 'The body'}${/^[A-Z]/.test(message) ? ':' : ''} ${message}`;

/** The 400 that names every field that is wrong. */
export function invalidInput(issues: readonly Issue[], codes: InvalidCodes): AppError {
  const named = issues.slice(0, namedInMessage).map(nameWith);
  const more = issues.length > named.length ? ` (and ${issues.length - named.length} more)` : '';
  const message = named.length > 0 ? `${named.join('; ')}${more}` : 'The request is not valid';
  return new AppError(codeOf(issues, codes), message, { details: { issues } });
}

/** Reports one field that failed a check after parsing, such as a cursor or a name that is taken. */
export function invalidField(code: ErrorCode, path: string, message: string): AppError {
  return invalidInput([{ path, message }], { default: code });
}
