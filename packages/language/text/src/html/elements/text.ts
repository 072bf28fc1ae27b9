import type { MarkKind } from '../../markdown/index.ts';
import { linkTarget } from '../../markdown/index.ts';
import { openCell } from '../page.ts';
import { type Rule, type Rules, rulesFor } from './rule.ts';

const mark =
  (kind: MarkKind): Rule =>
  (page) => {
    page.inline.open(kind);
    return () => page.inline.close(kind);
  };

const link: Rule = (page, attributes) => {
  const target = page.keepsAddresses ? linkTarget(attributes.get('href')) : undefined;
  if (target === undefined) return undefined;
  page.inline.open('link', target);
  return () => page.inline.close('link');
};

/** Attributes in which the address of a picture waits for its script. */
export const lazyNames: readonly string[] = ['data-src', 'data-lazy-src', 'data-original'];

const image: Rule = ({ inline, keepsAddresses }, attributes) => {
  const alternative = (attributes.get('alt') ?? '').trim().slice(0, 1_000);
  if (!alternative) return undefined;
  // In a picture that a script loads later, `src` is a placeholder.
  const address = lazyNames.map((name) => attributes.get(name)).find(Boolean) ?? attributes.get('src');
  const target = keepsAddresses ? linkTarget(address) : undefined;
  if (target === undefined) {
    inline.text(alternative);
    return undefined;
  }
  inline.literal(`![${alternative.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&')}](${target})`);
  return undefined;
};

/** A frame is a document of its own, to which it leads. */
const frame: Rule = (page, attributes) => {
  const target = linkTarget(attributes.get('src'));
  if (target === undefined) return undefined;
  page.endBlock();
  page.inline.open('link', target);
  page.inline.text(attributes.get('title') || attributes.get('name') || 'Frame');
  page.inline.close('link');
  page.endBlock();
  return undefined;
};

const lineBreak: Rule = (page) => {
  if (page.verbatim !== undefined) page.verbatim += '\n';
  else if (page.headingLevel > 0 || openCell(page)) page.inline.space();
  // Two in a row are how an empty line is made by hand.
  else if (!page.inline.breakLine()) page.endBlock();
  return undefined;
};

const checkbox: Rule = ({ inline, lists }, attributes) => {
  if (attributes.get('type')?.toLowerCase() !== 'checkbox' || lists.length === 0) return undefined;
  inline.literal(attributes.has('checked') ? '[x]' : '[ ]');
  inline.space();
  return undefined;
};

/** The question of a folded answer is often a button; others are there to be pressed, not to be read. */
const button: Rule = (page, attributes) => {
  const isHeading =
    page.headingLevel > 0 || attributes.has('aria-expanded') || attributes.has('aria-controls');
  return isHeading ? undefined : 'skip';
};

export const textRules: Rules = {
  ...rulesFor('b strong', mark('strong')),
  ...rulesFor('em i', mark('emphasis')),
  ...rulesFor('del s strike', mark('deletion')),
  a: link,
  img: image,
  br: lineBreak,
  frame,
  input: checkbox,
  button,
  q({ inline }) {
    inline.text('“');
    return () => inline.text('”');
  },
  sup({ inline }) {
    inline.raise();
    return undefined;
  },
};
