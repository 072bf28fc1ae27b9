const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);

/** In lower case, with its parameters; empty where none is said. */
export const typeOf = (headers: Headers): string => headers.get('content-type')?.trim().toLowerCase() ?? '';

const essence = (contentType: string) => contentType.split(';', 1)[0]?.trim() ?? '';

/** A server that says nothing, or nothing sensible, mostly sends a page. */
export function isHtml(contentType: string): boolean {
  return !essence(contentType).includes('/') || htmlTypes.has(essence(contentType));
}

export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/.exec(contentType)?.[1];
}
