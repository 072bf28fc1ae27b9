/** Lines shown together; times in seconds from the beginning. */
export interface Cue {
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

/** The cues of subtitles in their order; what stands outside of them (numbers, styles, notes) is left out. */
export async function* readCues(pieces: AsyncIterable<string>): AsyncGenerator<Cue> {
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
