/** An element of BER: its tag, and where its content lies. */
interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
  /** Offset of the next element. */
  readonly next: number;
}

const octetString = 0x04;
const constructedOctetString = 0x24;
const indefinite = 0x80;
const maxDepth = 8;

/** Reads the element at a place; undefined where it is none. The length of one of indefinite length is found by its elements. */
function elementAt(bytes: Buffer, at: number, depth = 0): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || depth > maxDepth) return undefined;
  if (first === indefinite) {
    let end = at + 2;
    while (bytes[end] !== 0 || bytes[end + 1] !== 0) {
      const inner = elementAt(bytes, end, depth + 1);
      if (!inner) return undefined;
      end = inner.next;
    }
    return { tag, start: at + 2, end, next: end + 2 };
  }
  const sizeOfLength = first > indefinite ? first - indefinite : 0;
  if (sizeOfLength > 4 || at + 2 + sizeOfLength > bytes.length) return undefined;
  const length = sizeOfLength > 0 ? bytes.readUIntBE(at + 2, sizeOfLength) : first;
  const start = at + 2 + sizeOfLength;
  return start + length > bytes.length
    ? undefined
    : { tag, start, end: start + length, next: start + length };
}

function* childrenOf(bytes: Buffer, { start, end }: Element): Generator<Element> {
  for (let at = start; at < end; ) {
    const child = elementAt(bytes, at);
    if (!child) return;
    yield child;
    at = child.next;
  }
}

/** The bytes of a string, which may come in pieces. */
function stringOf(bytes: Buffer, element: Element): Buffer {
  if (element.tag === octetString) return bytes.subarray(element.start, element.end);
  return Buffer.concat([...childrenOf(bytes, element)].map(({ start, end }) => bytes.subarray(start, end)));
}

/** The content that a message of PKCS #7 signs (RFC 5652, 5.2); undefined where it holds a signature alone, or is damaged. */
export function readSignedContent(bytes: Buffer): Buffer | undefined {
  const at = (element: Element | undefined, index: number) =>
    element && [...childrenOf(bytes, element)][index];
  const signedData = at(at(elementAt(bytes, 0), 1), 0);
  const content = at(at(at(signedData, 2), 1), 0);
  const isString = content?.tag === octetString || content?.tag === constructedOctetString;
  return content && isString ? stringOf(bytes, content) : undefined;
}
