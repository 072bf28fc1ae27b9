import { DocfleetError, type DocfleetErrorCode } from '@docfleet/sdk';
import { cleanLine } from './clean-text.ts';

/** Refuses a call as the API would. */
export function refuse(code: DocfleetErrorCode, message: string): never {
  throw new DocfleetError(code, message);
}

/** Advice for the model, by error code, where the message of the error does not say what to do. */
const advice: Partial<Readonly<Record<DocfleetErrorCode, string>>> = {
  UNAUTHORIZED: 'Ask the user for an API key that is in force.',
  FORBIDDEN: 'Ask the user for an API key that may do this; do not try again with this one.',
  NAMESPACE_NOT_FOUND: 'list_namespaces lists the namespaces.',
  DOCUMENTS_NOT_FOUND: 'list_documents and search return ids of documents.',
  CONNECTION_NOT_FOUND: 'list_connections lists the connections.',
  INGEST_JOB_RUN_NOT_FOUND: 'The ingest tools return the ids of runs.',
  WEB_SCRAPER_CONFIG_NOT_SET: 'A user with an admin key has to configure a web scraper for the namespace.',
  PAYLOAD_TOO_LARGE: 'Send less at once, as several documents.',
  SERVICE_UNAVAILABLE: 'Try again in a moment.',
  CONNECTION_FAILED: 'Check that docfleet runs at the address that was configured.',
  TIMEOUT: 'Try again, or ask for less.',
};

interface Issue {
  readonly path?: unknown;
  readonly message?: unknown;
}

function issuesOf({ details }: DocfleetError): string[] {
  const issues = details['issues'];
  if (!Array.isArray(issues)) return [];
  return issues.map(({ path, message }: Issue) => `- ${String(path)} ${String(message)}`);
}

/** Explains an error to the caller of a tool: the failure, the invalid arguments, and the remedy. */
export function explainError(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `TIMEOUT: There was no answer in time. ${advice.TIMEOUT}`;
  if (!(error instanceof DocfleetError)) return 'INTERNAL_ERROR: The tool failed. Try again in a moment.';
  const { code, message, details, requestId } = error;
  const retryAfter = details['retryAfter'];
  const reason = details['reason'];
  const lines = [
    `${code}: ${message}`,
    ...(typeof reason === 'string' ? [`Reason: ${reason}`] : []),
    ...issuesOf(error),
    ...(typeof retryAfter === 'number' ? [`Wait ${retryAfter} seconds before you try again.`] : []),
    ...(advice[code] === undefined ? [] : [advice[code]]),
    ...(requestId === undefined ? [] : [`Request id, for the operator: ${requestId}`]),
  ];
  return lines.map(cleanLine).join('\n');
}
