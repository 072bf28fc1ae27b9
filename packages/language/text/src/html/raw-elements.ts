const xhtml = /<html\s[^>]{0,1000}?xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i;
/** Elements whose text HTML takes as it is until their closing tag, which XHTML may leave out. */
const selfClosed = /<(script|style|title|textarea|iframe|noscript)(\s[^<>]{0,2000})?\/>/gi;
const maxHeld = 2_100;

/** Closes raw elements of XHTML that close themselves; pieces of other HTML pass as they are. */
export function createRawElementCloser() {
  let isBegun = false;
  let isXhtml = false;
  let held = '';
  return {
    write(piece: string): string {
      if (!isBegun) isXhtml = xhtml.test(piece.slice(0, 10_000));
      isBegun = true;
      if (!isXhtml) return piece;
      const html = held + piece;
      const start = html.lastIndexOf('<');
      const isCut = start > html.lastIndexOf('>') && html.length - start < maxHeld;
      held = isCut ? html.slice(start) : '';
      return (isCut ? html.slice(0, start) : html).replace(selfClosed, '<$1$2></$1>');
    },
    end: () => held,
  };
}
