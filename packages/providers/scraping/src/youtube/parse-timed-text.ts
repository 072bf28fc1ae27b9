import { SaxesParser } from 'saxes';

/** A line of a transcript and when it is spoken, in seconds. */
export interface Cue {
  readonly start: number;
  readonly text: string;
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decodeOnce(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return namedEntities[name.toLowerCase()] ?? whole;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The captions of YouTube are escaped once more than XML asks for, and those of some uploaders twice more. */
const plain = (text: string) =>
  decodeOnce(decodeOnce(text))
    .replace(/<\/?(?:b|i|u|font|c|v|br)\b[^<>]{0,100}>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Reads timed text in both of its XML forms: `<text start="1.2" dur="3">` in seconds, and `<p t="1200" d="3000">` with words in
 * `<s>` in milliseconds. Cues without words are left out; a broken end is passed over: callers check that the text is whole.
 */
export function parseTimedText(xml: string): Cue[] {
  const cues: Cue[] = [];
  let start: number | undefined;
  let text = '';
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'text') start = Number(attributes['start'] ?? 0);
    else if (name === 'p') start = Number(attributes['t'] ?? 0) / 1_000;
    else if (name === 'br') text += ' ';
    else return;
    if (name !== 'br') text = '';
  });
  parser.on('text', (part) => {
    if (start !== undefined) text += part;
  });
  parser.on('closetag', ({ name }) => {
    if ((name !== 'text' && name !== 'p') || start === undefined) return;
    const words = plain(text);
    if (words) cues.push({ start: Number.isFinite(start) ? start : 0, text: words });
    start = undefined;
  });
  parser.write(xml).close();
  return cues;
}
