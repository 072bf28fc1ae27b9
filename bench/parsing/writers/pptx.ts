import PptxGenJS from 'pptxgenjs';
import { type Item, type Piece, type Span, sectionsOf, type Writer } from '../documents/document.ts';

// The package is CommonJS that hides its class one level deeper in ESM.
const Presentation = PptxGenJS as unknown as typeof PptxGenJS.default;

const size = { x: 0.5, y: 1.5, w: 9, h: 3.5 } as const;

const run = ({ text, look, href }: Span) => ({
  text,
  options: {
    bold: look === 'bold',
    italic: look === 'italic',
    ...(look === 'code' && { fontFace: 'Courier New' }),
    ...(href && { hyperlink: { url: href } }),
  },
});

function items(list: readonly Item[], level = 0): ReturnType<typeof run>[] {
  return list.flatMap(({ spans, items: below = [] }) => [
    {
      text: spans.map(({ text }) => text).join(''),
      options: { bullet: true, indentLevel: level, breakLine: true } as never,
    },
    ...items(below, level + 1),
  ]);
}

export const writePptx: Writer = async (document) => {
  const deck = new Presentation();
  deck.defineSlideMaster({
    title: 'page',
    objects: [
      { placeholder: { options: { name: 'title', type: 'title', x: 0.5, y: 0.3, w: 9, h: 1 }, text: '' } },
    ],
  });
  for (const section of sectionsOf(document)) {
    const slide = deck.addSlide({ masterName: 'page' });
    const add = (piece: Piece) => {
      if (piece.kind === 'heading') slide.addText(piece.text, { placeholder: 'title' });
      else if (piece.kind === 'list') slide.addText(items(piece.items), size);
      else if (piece.kind === 'paragraph') slide.addText(piece.spans.map(run), size);
      else if (piece.kind === 'table')
        slide.addTable(
          piece.rows.map((cells) => cells.map((text) => ({ text }))),
          size,
        );
      else slide.addText(piece.lines.join('\n'), { ...size, fontFace: 'Courier New' });
    };
    section.forEach(add);
  }
  return (await deck.write({ outputType: 'nodebuffer' })) as Uint8Array;
};
