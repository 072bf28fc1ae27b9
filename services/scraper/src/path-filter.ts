/** Which addresses of a source are wanted. */
export interface PathFilter {
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
}

/** Whether an address contains one of the included paths, where there are any, and none of the excluded. The host is no part of it. */
export function passesFilter({ pathname, search }: URL, { includePaths, excludePaths }: PathFilter): boolean {
  const place = pathname + search;
  const contains = (path: string) => place.includes(path);
  return (includePaths.length === 0 || includePaths.some(contains)) && !excludePaths.some(contains);
}
