import { createDecoder, encodingOfMark } from '@docfleet/text/decoding';

/** XML within a container, piece by piece: UTF-8, or what its byte order mark says. */
export async function* decodeXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: ReturnType<typeof createDecoder> | undefined;
  for await (const piece of bytes) {
    decoder ??= createDecoder(encodingOfMark(piece) ?? 'utf-8');
    yield decoder.write(piece);
  }
  if (decoder) yield decoder.end();
}
