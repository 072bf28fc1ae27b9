import type { Block } from './tree.ts';

/** Returns the notes to a slide as a quotation that begins with "Notes:". */
export function speakerNotes(blocks: readonly Block[]): Block {
  const label = { text: 'Notes:', bold: true };
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph')
    return { kind: 'quote', blocks: [{ kind: 'paragraph', content: [label] }, ...blocks] };
  const content = [label, { text: ' ' }, ...first.content];
  return { kind: 'quote', blocks: [{ kind: 'paragraph', content }, ...others] };
}
