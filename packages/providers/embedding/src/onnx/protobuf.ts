/** A message of Protocol Buffers as its parts, so that large tensors are not copied while the messages around them are written. */
export type Message = readonly Uint8Array[];

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

const lengthOf = (parts: Message): number => parts.reduce((sum, part) => sum + part.byteLength, 0);

/** A field of an integer that is not negative. */
export const integer = (field: number, value: number): Message => [varint(field * 8), varint(value)];

/** A field that holds bytes, a text or another message. */
export function nested(field: number, content: Message | string): Message {
  const parts = typeof content === 'string' ? [new TextEncoder().encode(content)] : content;
  return [varint(field * 8 + 2), varint(lengthOf(parts)), ...parts];
}

/** A field of a 32-bit float. */
export function float(field: number, value: number): Message {
  return [varint(field * 8 + 5), new Uint8Array(Float32Array.of(value).buffer)];
}
