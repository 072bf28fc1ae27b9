import type { ChatCall } from './chat.ts';

/** Passage as a model reads it in the prompt of an answer. */
export interface ReadPassage {
  readonly number: number;
  readonly text: string;
}

const passagePattern = /<<<passage (\d+) (\S+)\n[^\n]*\n([\s\S]*?)\npassage \1 \2>>>/g;
const questionPattern = /Answer this question from the passages above: ([\s\S]*)$/;

/** Parses a prompt into its passages, which markers enclose, and its question. */
export function readPrompt({ messages }: ChatCall): { passages: ReadPassage[]; question: string } {
  const content = messages.at(-1)?.content ?? '';
  return {
    passages: [...content.matchAll(passagePattern)].map(([, number, , text = '']) => ({
      number: Number(number),
      text,
    })),
    question: questionPattern.exec(content.replaceAll(passagePattern, ''))?.[1] ?? content,
  };
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
const sentencesOf = (text: string) =>
  text
    .split(/\n|(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]{3,}/u.test(sentence) && !sentence.startsWith('#'));

/** Answers with the sentence that has most of the question's words, copied and quoted; never says that there is none. */
export function answerExtractively(call: ChatCall): string {
  const { passages, question } = readPrompt(call);
  const asked = wordsOf(question);
  const candidates = passages.flatMap(({ number, text }) =>
    sentencesOf(text).map((sentence) => {
      const shared = [...wordsOf(sentence)].filter((word) => asked.has(word)).length;
      return { number, sentence, shared };
    }),
  );
  const [best] = candidates.toSorted((a, b) => b.shared - a.shared);
  if (!best) return 'NOT_FOUND';
  const quote = best.sentence.replace(/["“”«»„]/g, '…');
  return `${best.sentence.replace(/\s*[.!?]*$/, '')} [${best.number}: "${quote}"].`;
}

/**
 * Follows instructions in passages, unless the prompt encloses passages as data: it looks for them outside of the markers that the system
 * message announces. Without any, it answers extractively.
 */
export function obeyUnlessEnclosed(call: ChatCall): string {
  const [system, ...rest] = call.messages;
  const marker = system?.role === 'system' ? /marker (\S+)\./.exec(system.content)?.[1] : undefined;
  const open = rest
    .map(({ content }) =>
      marker
        ? content.replaceAll(new RegExp(`<<<passage \\d+ ${marker}[\\s\\S]*?${marker}>>>`, 'g'), '')
        : content,
    )
    .join('\n');
  const order =
    /(?:ignore|disregard|forget|system:|assistant:|instead|reply with|answer with|write)[^\n]*?\b(PWNED\w*)/i.exec(
      open,
    );
  return order ? `${order[1]}` : answerExtractively(call);
}
