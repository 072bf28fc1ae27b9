import type { Row } from '@docfleet/text/markdown';

/** A place of the tree that is being written; text gathers in the innermost one. */
export interface Frame {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  /** Parameters of a macro, by name. */
  readonly parameters: Map<string, string | undefined>;
  /** Cells of a row. */
  readonly cells: Row['cells'];
  /** Rows of a table. */
  readonly rows: Row[];
  /** Items of a list that are written. */
  count: number;
}

export const frameOf = (name: string, attributes: Frame['attributes'] = {}): Frame => ({
  name,
  attributes,
  text: '',
  parameters: new Map(),
  cells: [],
  rows: [],
  count: 0,
});

export type Writer = (frame: Frame, stack: readonly Frame[]) => string;

export const block = (text: string) => `\n\n${text.trim()}\n\n`;
export const quoted = (text: string) =>
  block(
    text
      .trim()
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^/gm, '> '),
  );
export const wrapped = (mark: string) => (frame: Frame) => {
  const text = frame.text.trim();
  // A function: `$` in the text is not a pattern.
  return text && frame.text.replace(text, () => `${mark}${text}${mark}`);
};
/** The element that text gathers in; the page itself is the outermost. */
export const innermost = (stack: readonly Frame[]): Frame => stack.at(-1) as Frame;
const inside = (stack: readonly Frame[], name: string) => stack.some((frame) => frame.name === name);

const isInCell = (stack: readonly Frame[]) => inside(stack, 'td') || inside(stack, 'th');

/** In a cell each line is a span of its own: a line break within one would be shown as it is written. */
const codeInCell = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `\`${line.trim()}\``)
    .join('\n');

export const inlineCode: Writer = (frame, stack) =>
  isInCell(stack) ? codeInCell(frame.text) : wrapped('`')(frame);

export function codeOf({ parameters, text }: Frame, stack: readonly Frame[]): string {
  if (isInCell(stack)) return `\n${codeInCell(text)}\n`;
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `\n\n${fence}${parameters.get('language') ?? ''}\n${text.replace(/^\n+/, '').trimEnd()}\n${fence}\n\n`;
}

const labeled = (label: string, value: string | undefined) => (value ? `${label}: ${value}` : '');

/** Writes panels and decisions of the current editor. The copy for older readers that follows each is left out. */
export function nodeOf({ attributes, text }: Frame): string {
  switch (attributes['type']) {
    case 'panel':
      return quoted(text);
    case 'decision-item':
      return `\n- Decision: ${text.trim()}`;
    default:
      return text;
  }
}

/** Writes the nodes of an extension; its fallback for older readers only where they are empty. */
export const extensionOf: Writer = ({ text, parameters }) =>
  text.trim() === '' ? (parameters.get('fallback') ?? '') : text;

/** Macros that show something by its name or address, and the parameters that have it. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  'view-file': ['name'],
  viewpdf: ['name'],
  viewdoc: ['name'],
  viewxls: ['name'],
  viewppt: ['name'],
  gliffy: ['name'],
  drawio: ['diagramName', 'diagramDisplayName'],
  'inc-drawio': ['diagramName', 'diagramDisplayName'],
  widget: ['url'],
  iframe: ['src'],
  'ui-button': ['title'],
  lozenge: ['title'],
};

/** Emoticons by their names, which Data Center and pages of the previous editor have in place of a character. */
const emoticons: Readonly<Record<string, string>> = {
  smile: '🙂',
  sad: '🙁',
  cheeky: '😛',
  laugh: '😃',
  wink: '😉',
  'thumbs-up': '👍',
  'thumbs-down': '👎',
  information: 'ℹ️',
  tick: '✅',
  cross: '❌',
  warning: '⚠️',
  plus: '➕',
  minus: '➖',
  question: '❓',
  'light-on': '💡',
  heart: '❤️',
  'broken-heart': '💔',
};

/** Returns an emoticon as text; an unknown one is written by its name, as it may be all that a cell contains. */
export function emoticonOf({ attributes }: Frame): string {
  const name = attributes['ac:name'] ?? '';
  const shown = attributes['ac:emoji-fallback'] || emoticons[name] || attributes['ac:emoji-shortname'];
  return shown || (name && `:${name}:`);
}

const titled = (title: string | undefined, text: string) => (title ? `**${title}**\n\n${text.trim()}` : text);

export function macroOf(frame: Frame, stack: readonly Frame[]): string {
  const { attributes, parameters, text } = frame;
  const title = parameters.get('title');
  switch (attributes['ac:name']) {
    case 'code':
    case 'noformat':
      return codeOf(frame, stack);
    case 'info':
    case 'note':
    case 'tip':
    case 'warning':
    case 'panel':
      return quoted(titled(title, text));
    case 'status':
      return title ?? '';
    case 'jira':
      return parameters.get('key') ?? labeled('Jira issues', parameters.get('jqlQuery'));
    case 'include':
    case 'excerpt-include':
      return block(labeled('Includes the page', parameters.get('') ?? parameters.get('default-parameter')));
    case 'mathblock':
    case 'latex':
    case 'eazy-math-block':
    case 'easy-math-block':
      return block(`$$${(parameters.get('body') ?? text).trim()}$$`);
    case 'mathinline':
    case 'eazy-math-inline':
    case 'easy-math-inline':
      return `$${(parameters.get('body') ?? text).trim()}$`;
    default:
      return namedMacro(frame) ?? (text.trim() === '' ? '' : withHeading(frame));
  }
}

const namedMacro = ({ attributes, parameters }: Frame) =>
  namesOf[attributes['ac:name'] ?? '']?.map((name) => parameters.get(name)).find(Boolean);

/** Writes tabs, cards and other frames with a title above a text; without a title, the text alone. */
function withHeading({ parameters, text }: Frame): string {
  const title = parameters.get('title') ?? parameters.get('label');
  return title ? block(titled(title, text)) : text;
}
