import { decodeText } from '@docfleet/text/decoding';
import { blocksToMarkdown } from '../../document-tree/write-blocks.ts';
import { type Format, isPlainText } from '../../format.ts';
import { readCues } from './read-cues.ts';

const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
const subRip = new RegExp(String.raw`^\ufeff?\s*(?:\d+[ \t]*\r?\n)?${time}[ \t]+-->[ \t]+${time}`);
const webVtt = /^\ufeff?WEBVTT(?:[ \t\r\n]|$)/;

/** A pause in speech, and how long a passage goes on before it ends with its sentence, in seconds. */
const pause = 3;
const minWholePassageSeconds = 20;
const maxPassageSeconds = 60;
const sentenceEnd = /[.!?…。！？]["'”’)]*$/;

/** Subtitles (SubRip, WebVTT): what is spoken in passages, each with the time at which it begins. */
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
