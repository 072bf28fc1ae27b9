import type { Attributes } from './attributes.ts';
import { createHtmlReader } from './html-reader.ts';

/** Characters that browsers look at, and after which a page is no longer read once it has declared its encoding or its body has begun. */
const charactersAtOnce = 1_024;

const xmlDeclaration = /^\s*<\?xml\s[^>]{0,300}?encoding\s*=\s*["']\s*([\w.:-]+)/i;

function charsetOf(attributes: Attributes): string | undefined {
  const charset = attributes.get('charset')?.trim();
  if (charset) return charset;
  if (attributes.get('http-equiv')?.trim().toLowerCase() !== 'content-type') return undefined;
  return /charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(attributes.get('content') ?? '')?.[1];
}

/**
 * The encoding that a page declares of itself: in its XML declaration, or in the first `<meta>` that does, as the HTML standard
 * prescribes: comments, scripts and the values of other attributes declare nothing.
 * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function declaredCharset(head: string): string | undefined {
  let declared = xmlDeclaration.exec(head)?.[1];
  let isPastHead = false;
  const reader = createHtmlReader({
    open(name, attributes) {
      if (name === 'meta') declared ??= charsetOf(attributes);
      if (name === 'body') isPastHead = true;
    },
    close() {},
    text() {},
  });
  for (let from = 0; declared === undefined && !isPastHead && from < head.length; from += charactersAtOnce)
    reader.write(head.slice(from, from + charactersAtOnce));
  return declared;
}
