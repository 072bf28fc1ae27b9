import { Tokenizer } from 'htmlparser2';
import { AttributeCollector, type Attributes } from './attributes.ts';
import type { HtmlListener } from './html-listener.ts';

/** Elements that an opening tag closes implicitly: the nearest open one of `ends`, unless one of `within` is nearer. */
interface Implication {
  readonly ends: readonly string[];
  readonly within: readonly string[];
}

/** Elements that never have content. */
const voidElements = new Set(
  'area base basefont br col embed frame hr img input link meta param source track wbr'.split(' '),
);
const tableParts = new Set('table caption thead tbody tfoot tr td th body html'.split(' '));
const cells = ['td', 'th', 'caption', 'table'];
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

// https://html.spec.whatwg.org/multipage/syntax.html#optional-tags
const endsParagraph: Implication = { ends: ['p'], within: ['button', 'object', ...cells] };
const endsHeading: Implication = {
  ends: ['p', ...headings],
  within: ['button', 'object', 'li', 'dd', ...cells],
};
const endsDefinition: Implication = { ends: ['dt', 'dd'], within: ['dl', ...cells] };
const endsCell: Implication = { ends: ['td', 'th'], within: ['table'] };
const endsSection: Implication = { ends: ['thead', 'tbody', 'tfoot', 'caption'], within: ['table'] };

const implications = new Map<string, Implication>([
  ...'address article aside blockquote center details div dl fieldset figcaption figure footer form header hr main nav ol p pre section table ul'
    .split(' ')
    .map((name): [string, Implication] => [name, endsParagraph]),
  ...headings.map((name): [string, Implication] => [name, endsHeading]),
  ['li', { ends: ['li'], within: ['ul', 'ol', 'menu', ...cells] }],
  ['dt', endsDefinition],
  ['dd', endsDefinition],
  ['td', endsCell],
  ['th', endsCell],
  ['tr', { ends: ['tr', 'caption'], within: ['table'] }],
  ['thead', endsSection],
  ['tbody', endsSection],
  ['tfoot', endsSection],
  ['a', { ends: ['a'], within: cells }],
  ['option', { ends: ['option'], within: ['select', 'datalist'] }],
]);

/** Elements of HTML that end a drawing or a formula that was never closed. HTML standard, 13.2.6.5. */
const breakouts = new Set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var article aside footer header main nav section'.split(
    ' ',
  ),
);
/** Elements of drawings and formulas in which HTML may stand. */
const integrations = ['foreignobject', 'desc', 'title', 'annotation-xml', 'mi', 'mo', 'mn', 'ms', 'mtext'];
/** Elements that may stand in a head; all others begin the body. HTML standard, 13.2.6.4.4. */
const ofHead = new Set(
  'head html title meta link base basefont bgsound script style noscript noframes template'.split(' '),
);

/** Namespace of XHTML, in which any element may close itself. */
const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';

/** Holds the names of open elements, the innermost last. */
function openNames(listener: HtmlListener) {
  const names: string[] = [];
  const positions = new Map<string, number[]>();
  const nearest = (name: string) => positions.get(name)?.at(-1) ?? -1;
  return {
    names,
    /** Returns the position of the innermost element of a name; -1 without one. */
    nearest,
    nearestOf: (candidates: readonly string[]) =>
      candidates.reduce((best, name) => Math.max(best, nearest(name)), -1),
    push(name: string) {
      const own = positions.get(name);
      if (own) own.push(names.length);
      else positions.set(name, [names.length]);
      names.push(name);
    },
    closeDownTo(position: number) {
      while (names.length > position) {
        const name = names.pop() ?? '';
        positions.get(name)?.pop();
        listener.close(name);
      }
    },
  };
}

/** Keeps which elements are open, and notifies a listener of every one that opens and closes. */
function openElements(listener: HtmlListener) {
  const { names, nearest, nearestOf, push, closeDownTo } = openNames(listener);
  const isForeign = () => nearest('svg') >= 0 || nearest('math') >= 0;
  let isXhtml = false;

  /** Ends a head, a drawing or a formula in which an element cannot stand. */
  const endForgotten = (name: string) => {
    if (names.at(-1) === 'head' && !ofHead.has(name)) closeDownTo(names.length - 1);
    if (!isForeign() || !breakouts.has(name)) return;
    const foreign = nearestOf(['svg', 'math']);
    if (foreign > nearestOf(integrations)) closeDownTo(foreign);
  };

  const isInDrawing = () => isForeign() && nearestOf(['svg', 'math']) > nearestOf(integrations);

  return {
    /** Whether what comes next is a drawing or a formula, in which no element's text is raw. */
    isInDrawing,
    /** Whether CDATA sections are text here. HTML standard, 13.2.5.42. */
    readsSections: () => isXhtml || isInDrawing(),
    open(name: string, attributes: Attributes, isSelfClosing: boolean) {
      if (name === 'html' && attributes.get('xmlns') === xhtmlNamespace) isXhtml = true;
      endForgotten(name);
      const implied = implications.get(name);
      const ended = implied ? nearestOf(implied.ends) : -1;
      if (implied && ended >= 0 && ended > nearestOf(implied.within)) closeDownTo(ended);
      listener.open(name, attributes);
      const isClosed = isSelfClosing && (isXhtml || name === 'svg' || name === 'math' || isForeign());
      if (voidElements.has(name) || isClosed) listener.close(name);
      else push(name);
    },
    close(name: string) {
      if (name === 'br') {
        listener.open(name, new Map());
        listener.close(name);
      }
      const position = nearest(name);
      if (position < 0) return;
      // A closing tag within a cell does not reach elements outside of it.
      const reaches = position === names.length - 1 || tableParts.has(name) || position > nearestOf(cells);
      if (reaches) closeDownTo(position);
    },
    closeAll: () => closeDownTo(0),
  };
}

/** Buffers the HTML being read, addressed by its absolute positions; drops the parts already consumed. */
function createHtmlSource(listener: HtmlListener) {
  let html = '';
  let offset = 0;
  let taken = 0;
  let textStart = 0;
  let textEnd = 0;

  const slice = (start: number, end: number) => {
    taken = end;
    return html.slice(start - offset, end - offset);
  };
  const endText = () => {
    if (textEnd > textStart) listener.text(slice(textStart, textEnd));
    textStart = textEnd = 0;
  };
  return {
    endText,
    add(piece: string) {
      html = html.slice(taken - offset) + piece;
      offset = taken;
    },
    /** Collects text, which arrives in many parts, each `<` that begins no tag by itself; reports adjacent parts as one. */
    text(start: number, end: number) {
      if (start !== textEnd) {
        endText();
        textStart = start;
      }
      textEnd = end;
    },
    take(start: number, end: number): string {
      endText();
      return slice(start, end);
    },
  };
}

const xhtmlRoot = /<html\s[^>]{0,1000}?xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i;
/** Elements whose text HTML takes as it is until their closing tag, which XHTML may leave out. */
const selfClosed = /<(script|style|title|textarea|iframe|noscript)(\s[^<>]{0,2000})?\/>/gi;
const maxHeld = 2_100;

/** Closes raw elements of XHTML that close themselves; pieces of other HTML pass as they are. */
function createRawElementCloser() {
  let isBegun = false;
  let isXhtml = false;
  let held = '';
  return {
    write(piece: string): string {
      if (!isBegun) isXhtml = xhtmlRoot.test(piece.slice(0, 10_000));
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

const section = '<![CDATA[';
/** Text without tags, which is read wherever it stands. */
const plainSection = /^<!\[CDATA\[[^<>]*\]\]>/;

/** Cuts HTML before each CDATA section; holds a beginning of one back at the end of a piece. */
function createSectionSplitter() {
  let held = '';
  return {
    split(piece: string): string[] {
      const html = held + piece;
      const start = html.lastIndexOf('<');
      const isCut =
        start >= 0 && html.length - start < section.length && section.startsWith(html.slice(start));
      held = isCut ? html.slice(start) : '';
      const whole = isCut ? html.slice(0, start) : html;
      return whole.includes(section) ? whole.split(/(?=<!\[CDATA\[)/) : [whole];
    },
    end(): string {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

export interface HtmlReader {
  write(html: string): void;
  end(): void;
}

const ignored = { oncomment() {}, ondeclaration() {}, onprocessinginstruction() {}, onend() {} };

/**
 * Reads HTML as browsers do as far as text is concerned: elements end where others imply it, stray closing tags mean
 * nothing. Takes time linear in the text, however deep elements are nested; htmlparser2's own parser does not.
 */
export function createHtmlReader(listener: HtmlListener): HtmlReader {
  const source = createHtmlSource(listener);
  const elements = openElements(listener);
  const attributes = new AttributeCollector();
  let name = '';

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: source.text,
      ontextentity(codePoint) {
        source.endText();
        listener.text(String.fromCodePoint(codePoint));
      },
      onopentagname(start, end) {
        name = source.take(start, end).toLowerCase();
      },
      isInForeignContext: elements.isInDrawing,
      onattribname: (start, end) => attributes.begin(source.take(start, end).toLowerCase()),
      onattribdata: (start, end) => attributes.add(source.take(start, end)),
      onattribentity: (codePoint) => attributes.add(String.fromCodePoint(codePoint)),
      onattribend: () => attributes.end(),
      onopentagend: () => elements.open(name, attributes.take(), false),
      onselfclosingtag: () => elements.open(name, attributes.take(), true),
      onclosetag: (start, end) => elements.close(source.take(start, end).toLowerCase()),
      oncdata: (start, end, offset) => source.text(start, end - offset),
      ...ignored,
    },
  );
  const closer = createRawElementCloser();
  const sections = createSectionSplitter();
  const write = (html: string) => {
    for (const part of sections.split(html)) {
      const isComment = part.startsWith(section) && !plainSection.test(part) && !elements.readsSections();
      // The tokenizer takes all up to the end of a section, browsers a comment up to the next `>`.
      const read = isComment ? part.replace('[', '') : part;
      source.add(read);
      tokenizer.write(read);
    }
  };
  return {
    write: (html) => write(closer.write(html)),
    end() {
      write(closer.end() + sections.end());
      tokenizer.end();
      source.endText();
      elements.closeAll();
    },
  };
}
