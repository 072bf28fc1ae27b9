import { headingLine } from '../../markdown/index.ts';
import { writeFormula } from './math.ts';
import { type Rule, type Rules, rulesFor } from './rule.ts';
import { demoteTable } from './tables.ts';

const block: Rule = (page) => {
  page.endBlock();
  return () => page.endBlock();
};

const section: Rule = (page) => {
  page.endBlock();
  page.sections++;
  return () => {
    page.endBlock();
    page.sections--;
  };
};

const heading: Rule = (page, _attributes, name) => {
  const level = Number(name.slice(1));
  if (level <= 2) demoteTable(page);
  page.endBlock();
  if (page.headingLevel > 0) return undefined;
  page.headingLevel = level;
  return () => {
    page.headingLevel = 0;
    const text = page.inline.finish();
    if (!text) return;
    if (level === 1) page.hasMainHeading = true;
    page.write(headingLine(level, text));
  };
};

const quote: Rule = (page) => {
  page.endBlock();
  page.sections++;
  page.blocks.enter({ first: '> ', rest: '> ', isTight: false });
  return () => {
    page.endBlock();
    page.blocks.leave();
    page.sections--;
  };
};

/** The footer of an article belongs to it; that of the page is about the site. */
const footer: Rule = (page, attributes, name) => (page.sections > 0 ? block(page, attributes, name) : 'skip');

const skip: Rule = (page) => {
  page.inline.space();
  return 'skip';
};

/** Formulas that MathJax draws are scripts of a type of their own. */
const script: Rule = (page, attributes, name) => {
  const [type = '', mode] = (attributes.get('type') ?? '').toLowerCase().split(';');
  if (!/^math\/(?:tex|latex)$/.test(type.trim()) || page.verbatim !== undefined)
    return skip(page, attributes, name);
  page.verbatim = '';
  return () => {
    const tex = page.verbatim ?? '';
    page.verbatim = undefined;
    writeFormula(page, tex, mode?.includes('display') ?? false);
  };
};

export const sectionRules: Rules = {
  ...rulesFor(
    'address body center details dialog div fieldset figcaption figure form header hgroup html legend p summary',
    block,
  ),
  ...rulesFor('article aside main section', section),
  ...rulesFor('h1 h2 h3 h4 h5 h6', heading),
  ...rulesFor(
    'audio canvas datalist embed iframe map nav noembed noframes noscript object option optgroup progress select style svg textarea video',
    skip,
  ),
  blockquote: quote,
  // Browsers show a declarative shadow tree where its host stands.
  template: (page, attributes, name) =>
    attributes.has('shadowrootmode') ? block(page, attributes, name) : skip(page, attributes, name),
  script,
  footer,
  hr(page) {
    page.endBlock();
    if (page.tables.length === 0) page.write('---');
    return undefined;
  },
  title(page) {
    page.verbatim = '';
    return () => {
      page.title ||= (page.verbatim ?? '').replace(/\s+/g, ' ').trim();
      page.verbatim = undefined;
    };
  },
};
