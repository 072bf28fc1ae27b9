import { limits } from '@docfleet/runtime/config';

/** An absolute address of bounded length; undefined for what is none, or longer. */
export function boundedAddress(address: string, base: URL): URL | undefined {
  const text = address.trim();
  const url = text.length > limits.addressLength ? null : URL.parse(text, base.href);
  return url && url.href.length <= limits.addressLength ? url : undefined;
}

/** An address that the page leads to: absolute, http(s), without fragment; undefined for what is none. */
export function webAddress(address: string | undefined, base: URL): URL | undefined {
  const url = address === undefined ? undefined : boundedAddress(address, base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  // Each change writes the whole address anew.
  if (url.href.includes('#')) url.hash = '';
  return url;
}
