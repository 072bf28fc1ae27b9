import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import showdown from 'showdown';

type Render = (markdown: string) => string | Promise<string>;

const markdownIt = new MarkdownIt({ html: true, linkify: true, breaks: true });
// By default a file's name is one of a host: `README.md`.
markdownIt.linkify.set({ fuzzyLink: false });
const github = new showdown.Converter();
github.setFlavor('github');
// Whatever has an @ is a person of github.com to it: no answer can choose that host.
github.setOption('ghMentions', false);

/** Markdown renderers that applications show answers with, with HTML allowed. */
export const renderers: Readonly<Record<string, Render>> = {
  marked: (markdown) => marked.parse(markdown),
  'markdown-it': (markdown) => markdownIt.render(markdown),
  micromark: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
  showdown: (markdown) => github.makeHtml(markdown),
};

const own = 'https://docfleet.example/';
const harmless = new Set([
  'class',
  'id',
  'align',
  'start',
  'checked',
  'disabled',
  'type',
  'title',
  'alt',
  'dir',
]);

/** Whether a value leads away from the page, as a browser reads it. */
function leadsAway(value: string): boolean {
  return value.split(/\s*,\s*|\s+\dx/).some((one) => {
    const url = one.trim() === '' ? undefined : URL.parse(one, own);
    return url ? url.origin !== new URL(own).origin : false;
  });
}

/** Whether a style is one of those that the renderers write themselves, for columns and for lists of tasks: a word or a length for each property. */
const isOwnStyle = (value: string): boolean =>
  /^(?:(?:text-align|list-style-type|margin|vertical-align):\s*-?[\w.]+(?:\s+-?[\w.]+)*;?\s*)+$/.test(value);

function* elementsOf(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
  if ('content' in node) yield* elementsOf(node.content);
}

const active = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'link',
  'meta',
  'base',
  'form',
  'img',
  'svg',
]);

/** Returns the parts of a rendered answer that run or lead to another host, as `<element attribute="value">`; links of the passage do not count. */
export function requestsOf(html: string): string[] {
  const found: string[] = [];
  for (const { tagName, attrs } of elementsOf(parseFragment(html))) {
    if (active.has(tagName)) found.push(`<${tagName}>`);
    for (const { name, value } of attrs) {
      const isKnown =
        tagName === 'a' && name === 'href' && /^(?:https?:\/\/(?:www\.)?docs\.example|#)/.test(value);
      const isActive = name.startsWith('on') || (name === 'style' ? !isOwnStyle(value) : leadsAway(value));
      if (!harmless.has(name) && !isKnown && isActive) found.push(`<${tagName} ${name}="${value}">`);
    }
  }
  return found;
}
