import { fold } from './fold.ts';

/** Words that questions begin with, and verbs that English ones do. */
const openings = new Set(
  `how what when where which who whom whose why is are was were do does did can could should would may must
  wie was wann wo woher wohin warum wieso weshalb wer wen wem wessen welche welcher welches kann darf muss
  comment que quoi qui quand où pourquoi combien quel quelle quels quelles
  cómo qué cuándo dónde quién cuál cuáles cuánto cuántos por
  come cosa chi quando dove perché quale quali quanto quanti
  como quem qual quais onde porque
  hoe wat wanneer waar waarom welke welk
  hur vad vem när var varför vilken vilket vilka
  hvordan hvad hva hvem hvornår når hvor hvorfor hvilken hvilket
  miten mikä mitä missä milloin miksi kuka
  jak co kto kiedy gdzie dlaczego który która które czy
  как что кто когда где почему зачем какой какая какие як що хто коли де чому
  nasıl ne nerede neden kim hangi`
    .split(/\s+/)
    .map((word) => fold(word)),
);

const mark = /[?？؟][\s"'»”)]*$/u;

/** Whether a text asks something in a sentence: it ends with a question mark, or begins as questions do. */
export function isQuestion(text: string): boolean {
  const [first = ''] = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/u);
  return mark.test(text) || openings.has(fold(first));
}
