import { Parser } from 'htmlparser2';

export interface Word {
  readonly text: string;
  /** In pixels from the upper left corner. */
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** Confidence of tesseract, from 0 to 100. */
  readonly confidence: number;
}

export interface TextLine {
  readonly words: readonly Word[];
  /** Pixels from the lowest to the highest reach of its letters. */
  readonly height: number;
  /** Left end of its baseline in pixels, and the pixels it falls for each pixel to the right. */
  readonly baseline: { readonly x: number; readonly y: number; readonly slope: number };
}

const numbersOf = (title: string, property: string): number[] =>
  (new RegExp(`(?:^|;)\\s*${property}((?:\\s+-?[\\d.]+)+)`).exec(title)?.[1] ?? '')
    .trim()
    .split(/\s+/)
    .map(Number);

function openLine(title: string): Omit<TextLine, 'words'> & { words: Word[] } {
  const [x1 = 0, y1 = 0, , y2 = 0] = numbersOf(title, 'bbox');
  const [slope = 0, offset = 0] = numbersOf(title, 'baseline');
  const [height] = numbersOf(title, 'x_size');
  return { words: [], height: height || y2 - y1, baseline: { x: x1, y: y2 + offset, slope } };
}

const lineClasses = new Set(['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat']);

/** Reads the lines of one page of hOCR 1.2 as tesseract writes it. */
export function readHocr(hocr: string): TextLine[] {
  const lines: ReturnType<typeof openLine>[] = [];
  let box: Omit<Word, 'text'> | undefined;
  let text = '';
  const endWord = () => {
    if (box && text.trim() !== '') lines.at(-1)?.words.push({ ...box, text: text.trim() });
    box = undefined;
    text = '';
  };
  const parser = new Parser({
    onopentag(_, { class: name = '', title = '' }) {
      if (lineClasses.has(name)) lines.push(openLine(title));
      if (name !== 'ocrx_word') return;
      endWord();
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersOf(title, 'bbox');
      box = { x1, y1, x2, y2, confidence: numbersOf(title, 'x_wconf')[0] ?? 0 };
    },
    ontext(piece) {
      if (box) text += piece;
    },
    onclosetag(name) {
      if (name === 'span') endWord();
    },
  });
  parser.end(hocr);
  return lines.filter(({ words }) => words.length > 0);
}
