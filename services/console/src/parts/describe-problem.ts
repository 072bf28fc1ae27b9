import { DocfleetError } from '@docfleet/sdk';

/** What went wrong, as people are told. */
export interface Described {
  readonly title: string;
  /** What to do about it, or what the service said. */
  readonly text: string;
  /** What is wrong with single fields. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly requestId: string | undefined;
}

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** What the service says of single fields; `setting` is a provider's word for one. */
export function issuesOf(error: unknown): readonly Issue[] {
  if (!(error instanceof DocfleetError)) return [];
  const { issues, setting } = error.details;
  // The service writes them so: docs/openapi.json, "Error".
  if (Array.isArray(issues)) return issues as readonly Issue[];
  return typeof setting === 'string' ? [{ path: setting, message: error.message }] : [];
}

const withReason = ({ message, details }: DocfleetError) =>
  typeof details['reason'] === 'string' && details['reason'] !== message
    ? `${message}: ${details['reason']}`
    : message;

/** Every failure in words: what happened and what can be done. */
export function describeProblem(error: unknown): Described {
  if (!(error instanceof DocfleetError)) {
    const text = 'Reload the page. If it happens again, tell whoever runs this installation.';
    return { title: 'This page has a fault', text, issues: [], requestId: undefined };
  }
  const { status, code, requestId } = error;
  const said = { issues: issuesOf(error), requestId };
  if (code === 'CONNECTION_FAILED' || code === 'TIMEOUT')
    return {
      ...said,
      title: 'docfleet was not reached',
      text: 'Check the connection, then try again. What you typed is kept.',
    };
  if (status === 403)
    return { ...said, title: 'Your key may not do this', text: `${error.message}. Sign in with such a key.` };
  if (status === 429)
    return {
      ...said,
      title: 'Too many requests',
      text: 'This key has used up its requests of this minute. Try again in a moment.',
    };
  if (status !== undefined && status >= 500 && status !== 502)
    return { ...said, title: 'Something went wrong in docfleet', text: `${error.message}.` };
  return { ...said, title: withReason(error), text: '' };
}
