import { shorten } from '../../parts/format.ts';
import { linesOf } from './options.ts';

/** Maximum number of addresses in a list. */
const maxAddresses = 1_000;

/** Addresses of a list, and the errors of its lines. */
export interface Addresses {
  readonly urls: readonly string[];
  readonly fault: string | undefined;
}

const isAddress = (line: string) => /^https?:$/.test(URL.parse(line)?.protocol ?? '');

/** Parses one address per line; pasted lists may have commas between them. */
export function readAddresses(text: string): Addresses {
  const urls = linesOf(text.replace(/[,;]\s+/g, '\n'));
  const wrong = urls.find((url) => !isAddress(url));
  if (wrong !== undefined)
    return { urls, fault: `Not a web address: ${shorten(wrong, 100)}. It has to begin with https://` };
  const tooMany = urls.length > maxAddresses;
  return {
    urls,
    fault: tooMany ? `At most ${maxAddresses} addresses at once: split the list` : undefined,
  };
}
