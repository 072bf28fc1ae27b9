import type { Block } from '../../../document-tree/tree.ts';
import { blocksToMarkdown } from '../../../document-tree/write-blocks.ts';
import type { XmlListener } from '../../../xml/xml-reader.ts';
import type { SheetPart } from '../sheet.ts';

/** A part of a workbook, or the address of an object that is drawn on a sheet. */
export type OdsPart = SheetPart | { readonly kind: 'object'; readonly href: string };

const isDrawn = (name: string) => name === 'table:shapes' || name.startsWith('draw:');

/** Collects what is drawn on a sheet or in its cells: texts, and the addresses of objects. */
export function createDrawings() {
  let depth = 0;
  let lines: string[] = [];
  let objects: string[] = [];

  const listener: XmlListener = {
    open(name, attributes) {
      if (isDrawn(name)) depth++;
      if (name === 'text:p') lines.push('');
      else if (name === 'draw:object') objects.push(attributes['xlink:href'] ?? '');
    },
    close(name) {
      if (isDrawn(name)) depth--;
    },
    text(piece) {
      lines.push(`${lines.pop() ?? ''}${piece}`);
    },
  };
  return {
    listener,
    /** Whether an element that opens or has opened is drawn, so that the listener takes it. */
    takes: (name = '') => depth > 0 || isDrawn(name),
    /** Returns the drawings since the last call, texts first. */
    take(): OdsPart[] {
      const blocks = lines
        .filter((line) => line.trim())
        .map((line): Block => ({ kind: 'paragraph', content: [{ text: line.trim() }] }));
      const texts: OdsPart[] =
        blocks.length > 0 ? [{ kind: 'text', markdown: `\n${blocksToMarkdown(blocks)}` }] : [];
      const parts = [...texts, ...objects.map((href): OdsPart => ({ kind: 'object', href }))];
      [lines, objects] = [[], []];
      return parts;
    },
  };
}
