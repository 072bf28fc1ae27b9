import { AppError } from '@docfleet/errors';

/** Host and port that a URL connects to. */
export interface Target {
  /** Host name or address; IPv6 without its brackets. */
  readonly host: string;
  readonly port: number;
}

const defaultPort: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

export const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Tests whether an address carries a user name or password, which would end up in logs and in other people's hands. */
export function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return Boolean(url?.username || url?.password);
}

/** Parses the target of a URL; throws ADDRESS_FORBIDDEN if it is not plain http or https, or carries credentials. */
export function targetOf(url: URL): Target {
  const port = defaultPort[url.protocol];
  if (port === undefined || url.hostname === '')
    throw new AppError(
      'ADDRESS_FORBIDDEN',
      `An address begins with http:// or https://, not with ${url.protocol}`,
    );
  if (url.username || url.password)
    throw new AppError(
      'ADDRESS_FORBIDDEN',
      `The address at ${url.hostname} must not carry a user name or password`,
    );
  return { host: unbracketed(url.hostname), port: url.port === '' ? port : Number(url.port) };
}
