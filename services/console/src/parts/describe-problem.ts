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

type Labels = ReadonlyMap<string, string>;

/** Returns the label of the field, else of the group of fields, that a path names or lies below; undefined where the form has none. */
export const labelOf = (path: string, labels: Labels = new Map()): string | undefined =>
  [...labels]
    .filter(([field]) => `${path}.`.startsWith(`${field}.`))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];

/** Replaces names of the API in a text by their labels. */
export const withLabels = (text: string, labels: Labels): string =>
  [...labels].reduce((named, [name, label]) => named.replaceAll(name, label), text);

const configsIn = (labels: Labels = new Map()): Labels =>
  new Map([...labels].filter(([name]) => /^\w+Config$/.test(name)));

const withReason = ({ message, details }: DocfleetError) =>
  typeof details['reason'] === 'string' && details['reason'] !== message
    ? `${message}: ${details['reason']}`
    : message;

/** Returns what is wrong, in a sentence. A single field is called by its label, where the form has one. */
function sentenceOf(error: DocfleetError, issues: readonly Issue[], labels: Labels | undefined): string {
  const [issue] = issues;
  const label = issue && labelOf(issue.path, labels);
  if (!label) return withLabels(withReason(error), configsIn(labels));
  // Of a refusal the field is the subject; what a provider reports is a sentence by itself.
  const message = issue.message === error.message ? withReason(error) : issue.message;
  return /^[a-z]/.test(message) ? `${label} ${message}` : `${label}: ${message}`;
}

/** Describes what is wrong with fields: a value, or a service of the user's choice that does not respond. */
function describeIssues(error: DocfleetError, issues: readonly Issue[], labels?: Labels) {
  const isSilent = error.status === 503;
  // Several are listed by themselves.
  const several = isSilent
    ? `${issues.length} services do not respond`
    : `${issues.length} fields are not valid`;
  return {
    title: issues.length > 1 ? several : sentenceOf(error, issues, labels),
    text: isSilent ? 'Nothing was saved. Correct it, or try again once it responds.' : '',
  };
}

/** Describes an error of any kind, with its remedy. Fields are called by their `labels`, where the form has them. */
export function describeProblem(error: unknown, labels?: Labels): Described {
  if (!(error instanceof DocfleetError)) {
    const text = 'Reload the page. If it happens again, contact the operator of this installation.';
    return { title: 'This page has an error', text, issues: [], requestId: undefined };
  }
  const { status, code } = error;
  const issues = issuesOf(error);
  // With issues it is a service of the user's choice that does not respond.
  const isTheirFault = status === undefined || (status >= 500 && issues.length === 0);
  const described = { issues, requestId: isTheirFault ? error.requestId : undefined };
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
  if (isTheirFault && status !== 502 && status !== undefined)
    return { ...described, title: 'Something went wrong in docfleet', text: `${error.message}.` };
  return { ...described, ...describeIssues(error, issues, labels) };
}
