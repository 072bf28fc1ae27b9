import type { AppError } from '@docfleet/errors';

/** Returns the error message for the document's owner: the error, the setting to change, and the provider's message. */
export function failureSentence({ message, details: { setting, reason } }: AppError): string {
  // A code of the network, such as ENOTFOUND, or a reason that the message holds already adds nothing for a reader.
  const addsToMessage = reason && !/^[A-Z][A-Z0-9_]*$/.test(reason) && !message.includes(reason);
  const parts = [
    message,
    setting && !message.includes(setting) && `The setting to correct is ${setting}`,
    addsToMessage && `The answer was: ${reason}`,
  ];
  return parts.filter(Boolean).join('. ').replaceAll('.. ', '. ');
}
