import type { AppError } from '@docfleet/errors';

/** Returns the error message for the document's owner: the error, the setting to change, and the provider's message. */
export function failureSentence({ message, details: { setting, reason } }: AppError): string {
  const parts = [
    message,
    setting && `The setting to mend is ${setting}`,
    reason && `The answer was: ${reason}`,
  ];
  return parts.filter(Boolean).join('. ');
}
