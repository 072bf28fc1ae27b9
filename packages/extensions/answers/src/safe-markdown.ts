import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Whether an address may be shown, as it is written. */
export type IsKnown = (address: string) => boolean;

/** A part of a Markdown text that is shown in another way. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const removedLink = '(link removed)';

/** Nothing in these asks for an active meaning. */
const plain = /^[^<>[\]!`&\\@:]*$/;

const isWeb = (address: string): boolean => /^https?:\/\/[^\s<>\\]+$/i.test(address);

/** Tags that hold no attribute with a value, and nothing that runs or is fetched: code and generic types have them. */
const bareTag =
  /^<\/?(?!(?:script|style|iframe|object|embed|link|meta|base|svg|math|template)\b)[a-z][\w-]*[\w\s,.|[\]-]*\/?>/i;

/** Takes the meaning of markup from `<`, except from tags without attributes, which code and generic types have. */
const withoutTags = (text: string, keepsBareTags: boolean): string =>
  text.replaceAll(/<(?=[a-z/!?]|\s*$)/gi, (_, at: number) =>
    keepsBareTags && bareTag.test(text.slice(at, at + 80)) ? '<' : '&lt;',
  );

const schemes = String.raw`\b(?:[a-z][a-z0-9+.-]{1,20}:(?:\\?[/\\]){2,}|www\.|(?:javascript|vbscript|data|mailto|tel|file|blob|ftp|xmpp):)`;
const address = new RegExp(
  String.raw`${schemes}[^\s<>"'\`|]*|(?<![\w:/\\])(?:\\?[/\\]){2,}[^\s<>"'\`|]+`,
  'gi',
);
/** In code, two slashes begin a remark unless a host follows. */
const addressInCode = new RegExp(
  String.raw`${schemes}[^\s<>"'\`|)\]]*|(?<![\w:/\\])//[\w-]{1,63}(?:\.[\w-]{1,63})+[^\s<>"'\`|)\]]*`,
  'gi',
);
const mail = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g;
const trailing = /[.,;:!?)\]*_~]+$/;

/** Takes out addresses that are not known: many renderers make links of them. */
function withoutUnknown(text: string, isKnown: IsKnown, pattern = address): string {
  const judge = (found: string): string => {
    const end = trailing.exec(found)?.[0] ?? '';
    const bare = found.slice(0, found.length - end.length);
    return isKnown(bare) ? found : `${removedLink}${end.replaceAll(/[[\]]/g, '')}`;
  };
  return text.replaceAll(pattern, judge).replaceAll(mail, judge);
}

const withoutBrackets = (text: string): string => text.replaceAll('[', '(').replaceAll(']', ')');

/** A text that is no code and that no renderer takes for a link, a picture, a definition, HTML or an entity. */
function plainText(text: string, isKnown: IsKnown): string {
  const isLinkLike = /\][ \t]*\\?[([:]|!\s*\[|^[\s>*+\-\d.)]*\[[^\]]*\]?\s*$/m.test(text);
  const unlinked = isLinkLike ? withoutBrackets(text) : text;
  const escaped = withoutTags(unlinked, false).replaceAll(/&(?=#|\w+;)(?!lt;)/g, '&amp;');
  return withoutUnknown(escaped, isKnown);
}

const isLinkInCode = /\][ \t]*\(\s*[<\\/&%]|\][ \t]*\([^)\n]*:|^[\s>*+\-\d.)]*\[[^\]\n]*\][ \t]*:|!\[/;

/** Code as it is shown where a renderer does not take it for code: the next sentence may close or open another block. */
function plainCode(text: string, isKnown: IsKnown): string {
  const lines = text.split('\n').map((line) => (isLinkInCode.test(line) ? withoutBrackets(line) : line));
  return withoutUnknown(withoutTags(lines.join('\n'), true), isKnown, addressInCode);
}

function textOf(node: Nodes): string {
  if ('children' in node) return node.children.map(textOf).join('');
  return node.type === 'text' || node.type === 'inlineCode' ? node.value : '';
}

/** A link as it may be shown: with its own words, where they name no other address. */
function keptLink(node: Nodes & { readonly url: string }, source: string, isKnown: IsKnown): string {
  const label = plainText(textOf(node), isKnown)
    .replaceAll(/[[\]`()]/g, '')
    .trim();
  const { url } = node;
  if (!isWeb(url) || !isKnown(url)) {
    const isBare = source === textOf(node) || source.startsWith('<');
    return isBare ? withoutUnknown(source.replaceAll(/[<>]/g, ''), isKnown) : label;
  }
  if (source === url) return source;
  const encoded = url.replaceAll(
    /[()[\]\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  const named = label === '' || /:\/\/|www\./i.test(textOf(node)) ? encoded : label;
  return `[${named}](${encoded})`;
}

/** Text that stands for a node and all in it; undefined where its parts are shown by themselves. */
function replacementOf(node: Nodes, source: string, isKnown: IsKnown): string | undefined {
  switch (node.type) {
    case 'image':
    case 'imageReference':
    case 'html':
    case 'definition':
      return '';
    case 'link':
      return keptLink(node, source, isKnown);
    case 'linkReference':
      return plainText(textOf(node), isKnown);
    case 'code':
    case 'inlineCode':
      return plainCode(source, isKnown);
    default:
      return undefined;
  }
}

function collect(node: Nodes, text: string, isKnown: IsKnown, found: Replacement[]): void {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  const replacement = replacementOf(node, text.slice(start, end), isKnown);
  if (replacement !== undefined) found.push({ start, end, text: replacement });
  else if ('children' in node) for (const child of node.children) collect(child, text, isKnown, found);
}

/**
 * A part of an answer in Markdown without pictures, HTML and definitions, whose links lead to known addresses with http or https alone. It is
 * harmless to renderers of any kind and in whatever stands before and behind it: what they could take for markup is written in another way.
 */
export function safeMarkdown(text: string, isKnown: IsKnown): string {
  if (plain.test(text) && !text.includes('//') && !/www\./i.test(text)) return text;
  const found: Replacement[] = [];
  collect(
    fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
    text,
    isKnown,
    found,
  );
  let safe = '';
  let at = 0;
  for (const { start, end, text: replacement } of found) {
    safe += plainText(text.slice(at, start), isKnown) + replacement;
    at = end;
  }
  safe += plainText(text.slice(at), isKnown);
  return safe.replaceAll(/!(?=\[)/g, '! ');
}

const isPartOfAddress = /[\w\-.~:/?#@!$&'()*+,;=%]/;

/** Whether an address stands in one of the texts, whole. */
export const standsIn =
  (texts: readonly string[]): IsKnown =>
  (found) =>
    found !== '' &&
    texts.some((text) => {
      for (let at = text.indexOf(found); at >= 0; at = text.indexOf(found, at + 1)) {
        const next = text.slice(at + found.length, at + found.length + 2);
        if (!isPartOfAddress.test(next.charAt(0)) || /^[.,;:!?)'*](?:\s|$|\W)/.test(`${next} `)) return true;
      }
      return false;
    });

/** Knows no address. */
export const noneKnown: IsKnown = () => false;
