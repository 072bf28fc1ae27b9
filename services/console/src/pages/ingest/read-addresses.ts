import { shorten } from '../../parts/shorten.ts';
import { linesOf } from './options.ts';

/** Most addresses of one list, as the service takes them. */
const maxAddresses = 1_000;

/** The addresses of a list, and what is wrong with it. */
export interface Addresses {
  readonly urls: readonly string[];
  readonly fault: string | undefined;
}

const isAddress = (line: string) => /^https?:$/.test(URL.parse(line)?.protocol ?? '');

/** Reads one address a line; what came from a document may have commas between. */
export function readAddresses(text: string): Addresses {
  const urls = linesOf(text.replace(/[,;]\s+/g, '\n'));
  const wrong = urls.find((url) => !isAddress(url));
  if (wrong !== undefined)
    return { urls, fault: `No address of the web: ${shorten(wrong, 100)}. It begins with https://` };
  const tooMany = urls.length > maxAddresses;
  return {
    urls,
    fault: tooMany ? `At most ${maxAddresses} addresses at once: send them in parts` : undefined,
  };
}
