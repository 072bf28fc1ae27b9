import { isSameSite } from '@docfleet/egress';

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a source for one address. They are secrets that belong to the source: they go to its origin and to its HTTPS form alone,
 * or, where `source` is null, to each address, as the request lists them itself.
 */
export const sourceHeaders = (headers: Headers, source: URL | null, url: URL): Headers =>
  source === null || isSameSite(source, url) ? headers : {};
