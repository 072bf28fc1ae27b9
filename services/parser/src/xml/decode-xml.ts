import { encodingOfMark } from '../encoding/byte-order-mark.ts';

/** XML within a container, piece by piece: UTF-8, or what its byte order mark says. */
export async function* decodeXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOfMark(chunk) ?? 'utf-8');
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder) yield decoder.decode();
}
