/** An address of the page as it leads on: absolute, http(s), without fragment; undefined for what is none. */
export function webAddress(address: string | undefined, base: URL): URL | undefined {
  const url = address === undefined ? null : URL.parse(address.trim(), base.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  // Each change writes the whole address anew.
  if (url.href.includes('#')) url.hash = '';
  return url;
}
