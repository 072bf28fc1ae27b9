import { AppError, causesOf } from '@docfleet/errors';

/** Reasons why a server could not be read, in words for the page's owner. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it broke the connection off',
  UND_ERR_SOCKET: 'it broke the connection off',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it took the request and does not answer',
  UND_ERR_BODY_TIMEOUT: 'it fell silent in the midst of its answer',
  INTERIM_FLOOD: 'it announces its answer over and over',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too long',
};

export const pageTooSlow = ({ host }: URL, reason: string): AppError =>
  new AppError('PAGE_UNREACHABLE', `${host} could not be read: ${reason}`, { details: { reason } });

/** Explains a network error code, in a clause that continues "the server could not be read". */
export const networkSentence = (code: string): string =>
  sentences[code] ?? (/CERT|TLS|SSL|SIGNATURE/.test(code) ? 'its certificate is not accepted' : code);

/** Maps what went wrong on the way to a page to an AppError; a code of the network is kept in `details.reason`. */
export function pageError(error: unknown, { host }: URL): AppError {
  const chain = causesOf(error);
  const known = chain.find((link) => link instanceof AppError);
  if (known) return known;
  const code = chain.map((link) => link.code).find((found) => typeof found === 'string') ?? 'UNKNOWN';
  return new AppError('PAGE_UNREACHABLE', `${host} could not be read: ${networkSentence(code)}`, {
    cause: error,
    details: { reason: code },
  });
}
