import { decodeText } from '@docfleet/text/decoding';
import { blocksToMarkdown } from '../../document-tree/write-blocks.ts';
import { type Format, isPlainText } from '../../format.ts';

/** Lines shown together; times in seconds from the beginning. */
interface Cue {
  readonly from: number;
  readonly to: number;
  /** Without those that the cue before has shown already. */
  readonly lines: readonly string[];
  /** Whether it names another speaker than the cue before. */
  readonly isNewSpeaker: boolean;
}

const timing =
  /^[ \t]*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})[ \t]+-->[ \t]+((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})/;
const voice = /<v(?:\.[^\s>]*)?[ \t]+([^>]+)>/;
/** Marks of WebVTT and SubRip, and placements of SubStation. */
const marks = /<\/?[a-z\d:][^<>]*>|\{\\[^{}]*\}/gi;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

const secondsOf = (time: string): number =>
  time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.trimEnd();
  }
  yield rest.trimEnd();
  yield '';
}

/** Reads the cues of subtitles in order, without numbers, styles and notes. */
async function* readCues(pieces: AsyncIterable<string>): AsyncGenerator<Cue> {
  let times: { from: number; to: number } | undefined;
  let lines: string[] = [];
  let speaker: string | undefined;
  let shown: readonly string[] = [];
  for await (const line of linesOf(pieces)) {
    const [, from, to] = timing.exec(line) ?? [];
    if (from !== undefined && to !== undefined) {
      times = { from: secondsOf(from), to: secondsOf(to) };
      lines = [];
    } else if (line !== '') {
      if (times) lines.push(line);
    } else if (times) {
      const speaks = voice.exec(lines.join('\n'))?.[1]?.trim();
      const isNewSpeaker = speaks !== undefined && speaks !== speaker;
      const plain = lines.map(plainLine).filter(Boolean);
      const named = isNewSpeaker && plain.length > 0 ? [`${speaks}: ${plain[0]}`, ...plain.slice(1)] : plain;
      yield { ...times, isNewSpeaker, lines: named.filter((one) => !shown.includes(one)) };
      [speaker, shown, times] = [speaks ?? speaker, plain, undefined];
    }
  }
}

const plainLine = (line: string): string =>
  line
    .replace(marks, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
const subRip = new RegExp(String.raw`^\ufeff?\s*(?:\d+[ \t]*\r?\n)?${time}[ \t]+-->[ \t]+${time}`);
const webVtt = /^\ufeff?WEBVTT(?:[ \t\r\n]|$)/;

/** A pause in speech, and how long a passage goes on before it ends with its sentence, in seconds. */
const pause = 3;
const minWholePassageSeconds = 20;
const maxPassageSeconds = 60;
const sentenceEnd = /[.!?…。！？]["'”’)]*$/;

/** Subtitles (SubRip, WebVTT): the speech in passages, each with its start time. */
export const subtitles: Format = {
  name: 'SRT',
  mimeType: 'application/x-subrip',
  matches: (sample) => isPlainText(sample) && (webVtt.test(sample.text) || subRip.test(sample.text)),
  convert: ({ bytes, declaredCharset }) => convert(decodeText(bytes, () => [declaredCharset])),
};

async function* convert(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let passage = { from: 0, to: 0, lines: [] as string[] };
  let isBegun = false;
  const write = (): string => {
    if (passage.lines.length === 0) return '';
    const text = `[${clockOf(passage.from)}] ${passage.lines.join(' ')}`;
    const separator = isBegun ? '\n' : '';
    isBegun = true;
    return `${separator}${blocksToMarkdown([{ kind: 'paragraph', content: [{ text }] }])}`;
  };
  for await (const { from, to, lines, isNewSpeaker } of readCues(pieces)) {
    const length = to - passage.from;
    const isWhole = length > minWholePassageSeconds && sentenceEnd.test(passage.lines.at(-1) ?? '');
    const isEmpty = passage.lines.length === 0;
    if (isEmpty || isNewSpeaker || from - passage.to > pause || isWhole || length > maxPassageSeconds) {
      yield write();
      passage = { from, to, lines: [] };
    }
    passage.to = to;
    passage.lines.push(...lines);
  }
  yield write();
}

function clockOf(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}
