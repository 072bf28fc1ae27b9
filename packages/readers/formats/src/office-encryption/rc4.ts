/** The first bytes of the stream that RC4 makes of a key; Node's own OpenSSL no longer has it. */
export function rc4(key: Uint8Array, length: number): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 0xff] as number;
  const swap = (one: number, other: number) => {
    const kept = at(one);
    state[one] = at(other);
    state[other] = kept;
  };
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + at(index) + (key[index % key.length] as number)) & 0xff;
    swap(index, other);
  }
  const bytes = new Uint8Array(length);
  for (let index = 0, one = 0, other = 0; index < length; index++) {
    one = (one + 1) & 0xff;
    other = (other + at(one)) & 0xff;
    swap(one, other);
    bytes[index] = at(at(one) + at(other));
  }
  return bytes;
}
