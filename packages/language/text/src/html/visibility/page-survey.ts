import type { CssNode, Rule as RuleNode } from 'css-tree';
import parse from 'css-tree/parser';
import type { Attributes } from '../attributes.ts';
import type { HtmlListener } from '../html-listener.ts';
import { isMostlyAddresses } from '../page.ts';
import { partOf } from '../settle-page.ts';
import { ControlledIds, type Declarations, type Declared, relevantDeclarations } from './declarations.ts';
import { keysOf, type Matched, matches, mayMatch, readSelector, type Selector } from './selector.ts';

interface Rule {
  readonly selector: Selector;
  readonly declarations: Declarations;
  readonly order: number;
  /** Whether it holds on another medium or a screen of another size. */
  readonly isElsewhere: boolean;
}

/** Characters of style sheets that are read of a page, and rules that are kept of them. */
const maxCharacters = 500_000;
const maxRules = 5_000;
const maxDepth = 8;
/** Rules that are compared with one element. */
const maxCompared = 200;
/** Styles of several rules that are kept. */
const maxKept = 2_000;
const noRules: readonly Rule[] = [];

/** Media queries that hold on any screen; in others a rule cannot hide, but it may show. */
const anyScreen = /^(?:|all|(?:only\s+)?screen)$/;

/** The rules of a page's own style sheets that hide texts or show them. */
class StyleSheets {
  readonly #byKey = new Map<string, Rule[]>();
  readonly #styles = new Map<string, Declarations>();
  #characters = 0;
  #rules = 0;

  get isEmpty(): boolean {
    return this.#rules === 0;
  }

  /** Whether rules were left out, as there are too many. */
  get isPartial(): boolean {
    return this.#characters > maxCharacters || this.#rules === maxRules;
  }

  add(css: string): void {
    this.#characters += css.length;
    if (this.#characters > maxCharacters) return;
    const sheet = parse(css, { parseValue: false, parseAtrulePrelude: false });
    if (sheet.type === 'StyleSheet') this.#addAll(sheet.children, false, 0);
  }

  #addAll(nodes: Iterable<CssNode>, isElsewhere: boolean, depth: number): void {
    if (depth > maxDepth) return;
    for (const node of nodes) {
      if (node.type === 'Rule') this.#addRule(node, isElsewhere);
      if (node.type !== 'Atrule' || !node.block || !/^(?:media|supports|layer)$/i.test(node.name)) continue;
      const query = node.prelude?.type === 'Raw' ? node.prelude.value.trim().toLowerCase() : '';
      const isOther = node.name.toLowerCase() === 'media' && !anyScreen.test(query);
      this.#addAll(node.block.children, isElsewhere || isOther, depth + 1);
    }
  }

  #addRule({ prelude, block }: RuleNode, isElsewhere: boolean): void {
    const declarations = relevantDeclarations(block.children);
    if (prelude.type !== 'SelectorList' || declarations.size === 0) return;
    for (const node of prelude.children) {
      const selector = node.type === 'Selector' ? readSelector(node) : undefined;
      if (!selector || this.#rules === maxRules) continue;
      const rule = { selector, declarations, order: this.#rules++, isElsewhere };
      for (const key of keysOf(selector)) {
        const known = this.#byKey.get(key);
        if (known) known.push(rule);
        else this.#byKey.set(key, [rule]);
      }
    }
  }

  #rulesFor({ name, attributes, classes }: Matched): readonly Rule[] {
    if (this.#rules === 0) return noRules;
    const lists: (readonly Rule[])[] = [];
    const add = (key: string) => {
      const list = this.#byKey.get(key);
      if (list) lists.push(list);
    };
    const id = attributes.get('id');
    if (id !== undefined) add(`#${id}`);
    for (const each of classes) add(`.${each}`);
    add(name);
    add('*');
    const [only = noRules, ...others] = lists;
    const all = others.length === 0 ? only : [...new Set(lists.flat())];
    return all.length > maxCompared ? all.slice(0, maxCompared) : all;
  }

  /** The declarations that hold for an element, those of its attribute among them. */
  styleOf(element: Matched, own: Declarations): Declarations {
    const rules = this.#rulesFor(element);
    if (rules.length === 0) return own;
    const holding = rules.filter(
      ({ selector, isElsewhere }) => !isElsewhere && !selector.isConditional && matches(element, selector),
    );
    if (holding.length === 0) return own;
    // Most elements of a page are styled like others.
    const key = own.size === 0 ? holding.map(({ order }) => order).join(' ') : undefined;
    const known = key === undefined ? undefined : this.#styles.get(key);
    const style = known ?? join(holding, own);
    if (key !== undefined && this.#styles.size < maxKept) this.#styles.set(key, style);
    return style;
  }

  /** Whether a rule shows an element in another state or on another screen, as it sets one of the properties to another value. */
  canShow(element: Matched, properties: readonly string[], style: Declarations): boolean {
    return this.#rulesFor(element).some(({ selector, declarations, isElsewhere }) => {
      const isOther = properties.some((property) => {
        const value = declarations.get(property)?.value;
        return value !== undefined && value !== style.get(property)?.value;
      });
      if (!isOther || !mayMatch(element, selector)) return false;
      return isElsewhere || selector.isConditional || !matches(element, selector);
    });
  }
}

/** One style of rules and an element's own declarations, by how much each counts. */
function join(holding: readonly Rule[], own: Declarations): Declarations {
  const sorted = holding
    .toSorted((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order)
    .map(({ declarations }) => declarations);
  const style = new Map<string, Declared>();
  for (const declarations of [...sorted, own])
    for (const [property, declared] of declarations)
      if (declared.isImportant || !style.get(property)?.isImportant) style.set(property, declared);
  return style;
}

/** Facts about a whole page that decide which of its elements are visible; collected before it is converted. */
export interface PageSurvey {
  readonly sheets: StyleSheets;
  readonly controlled: ControlledIds;
  /** Whether it also has style sheets, or rules, that are not read. */
  readonly hasOtherSheets: boolean;
  /** Whether an element or a rule of it could hide text at all. */
  readonly canHide: boolean;
  /** Whether most of its text is inside of elements marked as decoration: the marks are then wrong, and ignored. */
  readonly isMostlyDecoration: boolean;
  /** Whether the addresses of its links are longer than its text. */
  readonly isMostlyAddresses: boolean;
}

interface Reading {
  readonly listener: HtmlListener;
  finish(): PageSurvey;
}

/** Attributes without which an element hides nothing that a style sheet does not hide. */
const hiding = new Set(['style', 'hidden', 'aria-hidden', 'background', 'bgcolor', 'color', 'text']);

const unread = new Set(['script', 'style', 'template', 'noscript', 'title', 'svg']);

/** Reads through a page once; its style sheets and controls are bounded, its text is only counted. */
export function surveyPage(): Reading {
  const sheets = new StyleSheets();
  const controlled = new ControlledIds();
  let [hasOtherSheets, canHide, total, decoration, addresses] = [false, false, 0, 0, 0];
  // Elements that are open, and how many were when one began that is not read, or is decoration with all that is in it.
  let [depth, unreadFrom, decorationFrom] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let css: string | undefined;
  return {
    listener: {
      open(name, attributes) {
        if (name === 'style') css = isForScreens(attributes.get('media')) ? '' : undefined;
        if (name === 'link' && leadsToSheet(attributes)) hasOtherSheets = true;
        if (unreadFrom > depth && unread.has(name)) unreadFrom = depth;
        if (attributes.size > 0) {
          controlled.addPart(partOf(name, attributes.get('id')));
          if (name === 'a') addresses += lengthOfAddress(attributes.get('href'));
          for (const [attribute, value] of attributes) {
            if (hiding.has(attribute)) canHide = true;
            else controlled.add(name, attribute, value);
          }
          if (decorationFrom > depth && attributes.get('aria-hidden') === 'true') decorationFrom = depth;
        }
        depth++;
      },
      close(name) {
        depth--;
        if (unreadFrom >= depth) unreadFrom = Number.POSITIVE_INFINITY;
        if (decorationFrom >= depth) decorationFrom = Number.POSITIVE_INFINITY;
        if (name !== 'style' || css === undefined) return;
        hasOtherSheets ||= /@import/i.test(css);
        sheets.add(css);
        css = undefined;
      },
      text(text) {
        if (css !== undefined) css += text;
        if (unreadFrom < depth) return;
        const { length } = text.trim();
        total += length;
        if (decorationFrom < depth) decoration += length;
      },
    },
    finish: () => ({
      sheets,
      controlled,
      hasOtherSheets: hasOtherSheets || sheets.isPartial,
      canHide: canHide || !sheets.isEmpty,
      isMostlyDecoration: decoration * 2 > total,
      isMostlyAddresses: isMostlyAddresses(addresses, addresses + total),
    }),
  };
}

const lengthOfAddress = (address: string | undefined) =>
  address === undefined || address.startsWith('#') ? 0 : address.length;

/** Whether a link is to a style sheet, or to one that a script makes it as soon as it is loaded. */
const leadsToSheet = (attributes: Attributes) =>
  /\bstylesheet\b/i.test(attributes.get('rel') ?? '') || attributes.get('as')?.toLowerCase() === 'style';

const isForScreens = (media: string | undefined) =>
  !media || /^(?:all|(?:only\s+)?screen)$/i.test(media.trim());
