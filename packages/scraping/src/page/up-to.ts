import { AppError } from '@docfleet/errors';

/** The same bytes; throws PAGE_TOO_LARGE when there are more than `limit`. */
export async function* upTo(
  limit: number,
  body: AsyncIterable<Uint8Array>,
  { host }: URL,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const part of body) {
    length += part.byteLength;
    if (length > limit)
      throw new AppError('PAGE_TOO_LARGE', `The page of ${host} is larger than ${limit / 1_048_576} MB`);
    yield part;
  }
}
