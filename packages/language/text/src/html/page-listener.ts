import type { Attributes } from './attributes.ts';
import { listRules } from './elements/lists.ts';
import { mathRules } from './elements/math.ts';
import { type Rule, type Rules, rulesFor } from './elements/rule.ts';
import { sectionRules } from './elements/sections.ts';
import { tableRules, writeCode } from './elements/tables.ts';
import { textRules } from './elements/text.ts';
import type { HtmlListener } from './html-listener.ts';
import { openCell, type Page } from './page.ts';

/** Boxes in which KaTeX and MathJax 2 draw a formula; it stands as MathML before or within them, or as TeX in a script behind. */
const drawing = /(?:^|\s)(?:katex-html|MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML)?)(?=\s|$)/;

const isDrawing = (name: string, attributes: Attributes) =>
  attributes.size > 0 &&
  (name === 'span' || name === 'div') &&
  drawing.test(attributes.get('class')?.slice(0, 200) ?? '');

const isSource = (name: string, attributes: Attributes) =>
  name === 'script' && /^\s*math\/(?:tex|latex)/i.test(attributes.get('type') ?? '');

/** Passes a page on with each formula once: a drawing of one is read only where no markup states the formula. */
function withoutDrawnFormulas(next: HtmlListener): HtmlListener {
  /** Elements that are open within a drawing, itself among them, and within MathML in it. */
  let [inDrawing, inMath] = [0, 0];
  let drawn = '';
  let isAfterFormula = false;
  const flush = () => {
    if (drawn) next.text(drawn);
    drawn = '';
  };
  return {
    open(name, attributes) {
      if (inMath > 0 || (inDrawing > 0 && name === 'math')) {
        inMath++;
        isAfterFormula = true;
        drawn = '';
        next.open(name, attributes);
      } else if (inDrawing > 0) inDrawing++;
      else if (isDrawing(name, attributes)) inDrawing = 1;
      else if (isAfterFormula && isSource(name, attributes)) inDrawing = 1;
      else {
        if (isSource(name, attributes)) drawn = '';
        else if (drawn && name !== 'script') flush();
        next.open(name, attributes);
      }
    },
    close(name) {
      if (inMath > 0) {
        inMath--;
        next.close(name);
      } else if (inDrawing > 0) inDrawing--;
      else {
        if (name === 'math') isAfterFormula = true;
        else if (drawn) flush();
        next.close(name);
      }
    },
    text(text) {
      if (inDrawing > 0 && inMath === 0) {
        if (!isAfterFormula) drawn += text;
        return;
      }
      if (inMath === 0 && text.trim() !== '') {
        flush();
        isAfterFormula = false;
      }
      next.text(text);
    },
  };
}

const inlineCode: Rule = (page) => {
  if (page.verbatim !== undefined) return undefined;
  page.inline.text('');
  page.verbatim = '';
  return () => {
    page.inline.code(page.verbatim ?? '');
    page.verbatim = undefined;
  };
};

const preformatted: Rule = (page, attributes) => {
  page.endBlock();
  if (page.verbatim !== undefined) return undefined;
  page.verbatim = '';
  page.codeLanguage = languageOf(attributes);
  return () => {
    const code = (page.verbatim ?? '').replace(/^\n/, '').trimEnd();
    page.verbatim = undefined;
    if (!code.trim()) return;
    const isLine = !code.includes('\n');
    if (openCell(page) && isLine) return page.inline.code(code);
    writeCode(page, code);
  };
};

/** Numbers of lines beside code, as Pygments, Prism, highlight.js, Chroma and others write them. */
const lineNumbers =
  /(?:^|\s)(?:linenos?|linenodiv|lineno|line-numbers-rows|hljs-ln-numbers|react-syntax-highlighter-line-number|blob-num|rouge-gutter|lnt?)(?:\s|$)/;

const numbered = new Set(['td', 'span', 'div', 'a', 'i', 'pre']);

/** Whether an element holds numbers of lines, and no code. */
function isLineNumbers(name: string, attributes: Attributes): boolean {
  const classes = attributes.get('class');
  if (!classes || !numbered.has(name)) return false;
  return lineNumbers.test(classes.slice(0, 500)) || (name === 'td' && /(?:^|\s)gutter(?:\s|$)/.test(classes));
}

const codeIn: Rule = (page, attributes, name) => {
  if (page.verbatim !== undefined) page.codeLanguage ||= languageOf(attributes);
  return inlineCode(page, attributes, name);
};

/** `language-ts`, as HTML recommends; `lang-ts`, `highlight-source-ts` and `brush: ts`, as tools write. */
function languageOf(attributes: Attributes): string {
  const found = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s{0,3})([\w#+.-]{1,32})/.exec(
    attributes.get('class') ?? '',
  );
  return found?.[1] ?? '';
}

const codeRules: Rules = {
  ...rulesFor('kbd samp tt', inlineCode),
  code: codeIn,
  ...rulesFor('pre listing xmp', preformatted),
};

/** Readings in the letters of a language's sounds: kana, bopomofo, hangul. They repeat the word beside them. */
const sounds =
  /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}ー・\s\p{M}ˊˇˋ˙]*$/u;

function writeNote(page: Page, note: string): void {
  const text = note.replace(/\s+/g, ' ').trim();
  if (text && !sounds.test(text)) page.inline.text(` (${text}) `);
}

/**
 * Ruby: pronunciation is left out, because it interrupts words; other annotations follow in brackets.
 * https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-ruby-element
 */
const rubyRules: Rules = {
  ruby: (page) => {
    const around = page.readings;
    page.readings = [];
    return () => {
      writeNote(page, page.readings.join(' '));
      page.readings = around;
    };
  },
  rt: (page) => {
    if (page.verbatim !== undefined) return undefined;
    page.verbatim = '';
    return () => {
      page.readings.push(page.verbatim ?? '');
      page.verbatim = undefined;
    };
  },
  rp: () => 'skip',
};

/** Signs that lead to a heading itself, by Sphinx, Docusaurus and AnchorJS. */
const headingLink = /(?:^|\s)(?:headerlink|hash-link|anchorjs-link)(?=\s|$)/;
/** The links of MediaWiki that open an editor. */
const editLink = /(?:^|\s)mw-editsection(?=\s|$)/;

/** Whether an element is a tool of its page that stands within its text: `¶` after a heading, `[edit]`. */
function isPageTool(name: string, attributes: Attributes): boolean {
  if (name !== 'a' && name !== 'span') return false;
  const names = attributes.get('class');
  return names !== undefined && (name === 'a' ? headingLink : editLink).test(names.slice(0, 500));
}

/** Roles and elements whose text a page sets apart by its styles alone. */
const apart = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** Separates elements of a row, such as cells and labels, from the text that follows. */
function setApart(page: Page, name: string, attributes: Attributes): (() => void) | undefined {
  if (name !== 'label' && !apart.has(attributes.get('role') ?? '')) return undefined;
  page.inline.space();
  return () => page.inline.space();
}

const rules = new Map<string, Rule>(
  Object.entries({
    ...sectionRules,
    ...listRules,
    ...tableRules,
    ...textRules,
    ...codeRules,
    ...mathRules,
    ...rubyRules,
  }),
);

/** ARIA roles of parts that belong to the site rather than to the page; they are omitted. */
const siteRoles = new Set(['navigation', 'contentinfo', 'search']);
/** Elements that never stand in the navigation of a page: where one opens in it, its end has been forgotten. */
const contentElements = new Set(['main', 'article', 'h1']);

/** Creates a listener that writes a document into the page, without the parts that readers never see. */
export const createPageListener = (page: Page): HtmlListener => withoutDrawnFormulas(createWriter(page));

function createWriter(page: Page): HtmlListener {
  const closings: ((() => void) | undefined)[] = [];
  /** Depth at which an element began whose content is left out. */
  let skippedFrom = Number.POSITIVE_INFINITY;
  let isNavigation = false;
  const isSkipping = () => skippedFrom < closings.length;

  return {
    open(name, attributes) {
      if (isSkipping() && isNavigation && contentElements.has(name)) skippedFrom = Number.POSITIVE_INFINITY;
      const result = isSkipping() ? undefined : openElement(page, name, attributes);
      if (result === 'skip') {
        skippedFrom = closings.length;
        isNavigation = name === 'nav' || name === 'footer';
      }
      closings.push(result === 'skip' ? undefined : result);
    },
    close() {
      closings.pop()?.();
      if (closings.length <= skippedFrom) skippedFrom = Number.POSITIVE_INFINITY;
    },
    text(text) {
      if (isSkipping()) return;
      const part = page.formula?.open.at(-1);
      if (part) part.text += text;
      else if (page.verbatim === undefined) page.inline.text(text);
      else page.verbatim += text;
    },
  };
}

function openElement(page: Page, name: string, attributes: Attributes): ReturnType<Rule> {
  if (attributes.size > 0) {
    if (siteRoles.has(attributes.get('role') ?? '')) return 'skip';
    if (isLineNumbers(name, attributes) || isPageTool(name, attributes)) return 'skip';
  }
  const rule = rules.get(name);
  return rule ? rule(page, attributes, name) : setApart(page, name, attributes);
}
