import type { AppError } from '@docfleet/errors';

/** What a document's owner is told of a failure: what went wrong, which setting to mend, and what the outside service said. */
export function failureSentence({ message, details: { setting, reason } }: AppError): string {
  const parts = [
    message,
    setting && `The setting to mend is ${setting}`,
    reason && `The answer was: ${reason}`,
  ];
  return parts.filter(Boolean).join('. ');
}
