import type { AppError } from '@docfleet/errors';

/** What a document's owner is told of a failure: what went wrong, which setting to mend, and what the outside service said. */
export function failureSentence({ message, details: { setting, reason } }: AppError): string {
  // A code of the network, such as ENOTFOUND, or a reason that the message holds already adds nothing for a reader.
  const addsToMessage = reason && !/^[A-Z][A-Z0-9_]*$/.test(reason) && !message.includes(reason);
  const parts = [
    message,
    setting && `The setting to correct is ${setting}`,
    addsToMessage && `The answer was: ${reason}`,
  ];
  return parts.filter(Boolean).join('. ');
}
