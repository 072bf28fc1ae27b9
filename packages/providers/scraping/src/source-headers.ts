import { harmlessHeaders, isSameSite } from '@docfleet/egress';

type Headers = Readonly<Record<string, string>>;

const isHarmless = (name: string) => harmlessHeaders.includes(name.toLowerCase());

/** Tests whether headers may go to any site: they identify no caller. */
export const areHarmless = (headers: Headers): boolean => Object.keys(headers).every(isHarmless);

/**
 * The headers of a source for one address. They are secrets that belong to the source: they go to its origin and to its HTTPS form alone.
 * `source` is the first address of a list, and null where nothing is known of it; harmless ones, such as a language, go everywhere.
 */
export const sourceHeaders = (headers: Headers, source: URL | null, url: URL): Headers =>
  source !== null && isSameSite(source, url)
    ? headers
    : Object.fromEntries(Object.entries(headers).filter(([name]) => isHarmless(name)));
