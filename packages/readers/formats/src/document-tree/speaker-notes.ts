import type { Block } from './tree.ts';

/** What a speaker notes on a slide: a quote that says what it is. */
export function speakerNotes(blocks: readonly Block[]): Block {
  const label = { text: 'Notes:', bold: true };
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph')
    return { kind: 'quote', blocks: [{ kind: 'paragraph', content: [label] }, ...blocks] };
  const content = [label, { text: ' ' }, ...first.content];
  return { kind: 'quote', blocks: [{ kind: 'paragraph', content }, ...others] };
}
