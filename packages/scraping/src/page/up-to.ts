import { AppError } from '@docfleet/errors';

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
