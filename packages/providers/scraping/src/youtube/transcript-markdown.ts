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

/** A paragraph ends at a pause, and otherwise after about this long, so that a time is never far. */
const paragraphSeconds = 30;
const pauseSeconds = 12;

const two = (number: number) => String(number).padStart(2, '0');

/** Formats a time as the player shows it: 4:05, 1:02:03. */
function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const escaped = (text: string) => text.replace(/[\\`*_[\]<>]/g, '\\$&');

/** Times at which the text from an offset of the Markdown on is spoken, in seconds from the start of the video. */
export interface SpokenTime {
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

/** A transcript as Markdown, and when it is spoken: the title, then paragraphs that begin with their time. */
export function transcriptMarkdown(
  title: string,
  cues: readonly Cue[],
): { markdown: string; times: SpokenTime[] } {
  const paragraphs: { start: number; words: string[] }[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { start, text } of cues) {
    const current = paragraphs.at(-1);
    const isNew = !current || start - current.start >= paragraphSeconds || start - last >= pauseSeconds;
    if (isNew) paragraphs.push({ start, words: [text] });
    else current.words.push(text);
    last = start;
  }
  let markdown = `# ${escaped(title)}\n`;
  const times = paragraphs.map(({ start, words }, index) => {
    markdown += '\n';
    const offset = markdown.length;
    markdown += `**${clockTime(start)}** ${escaped(words.join(' '))}\n`;
    return { offset, start, end: Math.max(start, paragraphs[index + 1]?.start ?? last) };
  });
  return { markdown, times };
}
