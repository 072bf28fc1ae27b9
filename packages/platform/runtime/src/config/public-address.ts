import { isIP } from 'node:net';
import { z } from 'zod';
import { commaSeparated } from './fragments.ts';

function isRoot(text: string): boolean {
  const { pathname, search, hash } = new URL(text);
  return pathname === '/' && search === '' && hash === '';
}

/** Tests whether Express takes the text as the addresses of proxies: https://expressjs.com/en/guide/behind-proxies.html */
function isProxyRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...others] = text.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const isRange = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest);
  return longest > 0 && isRange && others.length === 0;
}

/** Settings of the API's public address and the proxies in front of it. */
export const publicAddressConfig = {
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(isRoot, {
      error:
        'must have no path or query, as docfleet is served at the root of a host: https://docs.example.com, or at another port: https://example.com:8443',
    })
    .transform((text) => new URL(text).origin)
    .optional()
    .describe(
      'Public address of the API, for links in responses: https://docs.example.com; unset: the address that the request came to',
    ),
  TRUSTED_PROXIES: commaSeparated
    .refine((entries) => entries.every(isProxyRange), {
      error:
        'is a list of addresses and ranges such as 127.0.0.1, 10.0.0.0/8, loopback or uniquelocal: a number of proxies or true would let callers choose their address',
    })
    .describe(
      'Addresses and ranges of proxies whose X-Forwarded-For is trusted, comma-separated: 127.0.0.1,10.0.0.0/8; loopback, linklocal and uniquelocal are names of ranges',
    ),
};
