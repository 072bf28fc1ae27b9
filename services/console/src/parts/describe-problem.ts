import { DocfleetError } from '@docfleet/sdk';

/** Description of an error for users. */
export interface Described {
  readonly title: string;
  /** Advice on the error, or the message of the service. */
  readonly text: string;
  /** Errors of single fields. */
  readonly issues: readonly Issue[];
  /** Id of the request for the operator, if the service is at fault; otherwise undefined. */
  readonly requestId: string | undefined;
}

/** Error of one field; `path` names it, as `fileStorageConfig.bucket`. */
interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Returns the errors of single fields that the service reported; empty without any. A provider names its field as `setting`. */
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

/** Describes an error of any kind, with its remedy. */
export function describeProblem(error: unknown): Described {
  if (!(error instanceof DocfleetError)) {
    const text = 'Reload the page. If it happens again, contact the operator of this installation.';
    return { title: 'This page has an error', text, issues: [], requestId: undefined };
  }
  const { status, code } = error;
  const isTheirFault = status === undefined || status >= 500;
  const described = { issues: issuesOf(error), requestId: isTheirFault ? error.requestId : undefined };
  if (code === 'CONNECTION_FAILED' || code === 'TIMEOUT')
    return {
      ...described,
      title: 'docfleet could not be reached',
      text: 'Check the connection and try again. Your input is kept.',
    };
  if (code === 'NAMESPACE_NOT_FOUND')
    return {
      ...described,
      title: 'This namespace does not exist',
      text: 'It may have been deleted. Select another one in the navigation, or create it under Namespaces.',
    };
  if (status === 403)
    return {
      ...described,
      title: 'Your key does not have this permission',
      text: `${error.message}. Sign in with such a key.`,
    };
  if (status === 429)
    return {
      ...described,
      title: 'Too many requests',
      text: 'This key has reached its rate limit. Try again in a moment.',
    };
  if (status !== undefined && status >= 500 && status !== 502)
    return { ...described, title: 'Something went wrong in docfleet', text: `${error.message}.` };
  // Several are listed by themselves.
  const fields = described.issues.length;
  return { ...described, title: fields > 1 ? `${fields} fields are not valid` : withReason(error), text: '' };
}
