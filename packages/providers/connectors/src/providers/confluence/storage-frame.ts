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
export const inside = (stack: readonly Frame[], name: string) => stack.some((frame) => frame.name === name);
