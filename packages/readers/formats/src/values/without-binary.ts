import type { Source } from '../format.ts';
import { isScalar, type Value, type ValueObject } from './value.ts';
import type { ValueItem } from './write-items.ts';

/** Shorter ones may be keys and tokens that people search for. */
const minBinaryLength = 256;
const dataAddress = /^data:[\w.+-]+\/[\w.+-]+[^,]{0,100};base64,/;
const base64 = /^[A-Za-z\d+/_-]+={0,2}$/;
/** Sequences and hashes have letters of one case, or no digits. */
const mixed = [/[a-z]/, /[A-Z]/, /\d/];

/** Whether a text is a file in the letters of Base64. */
function isBinary(text: string): boolean {
  if (text.length < minBinaryLength) return false;
  if (dataAddress.test(text)) return true;
  const letters = text.replace(/\s+/g, '');
  return base64.test(letters) && mixed.every((kind) => kind.test(letters));
}

/** Removes embedded files in Base64 from values; they are reported as not read. */
export async function* withoutBinary(
  items: AsyncIterable<ValueItem>,
  reportNotRead: Source['reportNotRead'],
): AsyncGenerator<ValueItem> {
  const report = () =>
    reportNotRead({ what: 'EMBEDDED_FILE', why: 'Files in the letters of Base64 are not read' });
  const clean = (value: Value): Value => {
    if (typeof value === 'string' && isBinary(value)) {
      report();
      return null;
    }
    return isScalar(value)
      ? value
      : Array.isArray(value)
        ? value.map(clean)
        : cleanMembers(value as ValueObject);
  };
  const cleanMembers = (value: ValueObject): ValueObject =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clean(member)]));
  // A file that is too long to be held comes in passages, and is one.
  let isWithin = false;
  for await (const item of items) {
    const wasWithin: boolean = isWithin;
    isWithin = item.kind === 'passage' && (isBinary(item.value) || (wasWithin && base64.test(item.value)));
    if (isWithin && !wasWithin) report();
    if (isWithin) continue;
    if (item.kind === 'text' || item.kind === 'passage') yield item;
    else if (item.kind === 'members') yield { ...item, value: cleanMembers(item.value) };
    else yield { ...item, value: clean(item.value) };
  }
}
