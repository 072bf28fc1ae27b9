import { AppError } from '@docfleet/errors';

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

export const pageTooLarge = ({ host }: URL, limit: number = 10_485_760): AppError =>
  new AppError('PAGE_TOO_LARGE', `The page of ${host} is larger than ${limit / 1_048_576} MB`);

/** All of a body; rejects with PAGE_TOO_LARGE when it has more than `limit` bytes. */
export async function readUpTo(limit: number, body: AsyncIterable<Uint8Array>, url: URL): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.byteLength;
    if (length > limit) throw pageTooLarge(url, limit);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
