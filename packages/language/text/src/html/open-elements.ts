import type { Attributes } from './attributes.ts';
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

/** In it an element may close itself, whatever it is called. */
const xhtml = 'http://www.w3.org/1999/xhtml';

/** Keeps which elements are open, and notifies a listener of every one that opens and closes. */
export function openElements(listener: HtmlListener) {
  const names: string[] = [];
  const positions = new Map<string, number[]>();

  const nearest = (name: string) => positions.get(name)?.at(-1) ?? -1;
  const nearestOf = (candidates: readonly string[]) =>
    candidates.reduce((best, name) => Math.max(best, nearest(name)), -1);
  const push = (name: string) => {
    const own = positions.get(name);
    if (own) own.push(names.length);
    else positions.set(name, [names.length]);
    names.push(name);
  };
  const closeDownTo = (position: number) => {
    while (names.length > position) {
      const name = names.pop() ?? '';
      positions.get(name)?.pop();
      listener.close(name);
    }
  };

  let isXhtml = false;

  return {
    open(name: string, attributes: Attributes, isSelfClosing: boolean) {
      if (name === 'html' && attributes.get('xmlns') === xhtml) isXhtml = true;
      const implied = implications.get(name);
      const ended = implied ? nearestOf(implied.ends) : -1;
      if (implied && ended >= 0 && ended > nearestOf(implied.within)) closeDownTo(ended);
      listener.open(name, attributes);
      const isClosed =
        isSelfClosing &&
        (isXhtml || name === 'svg' || name === 'math' || nearest('svg') >= 0 || nearest('math') >= 0);
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
