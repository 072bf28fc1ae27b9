import type { Cue } from './parse-timed-text.ts';

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
