import { runProgram } from '../system-programs/run-program.ts';

/** The frequent short words of a language, by which a page of it is recognized. */
const frequentWords: Readonly<Record<string, string>> = {
  eng: 'the and of to in that is was for with are this be from which not have it by on',
  deu: 'der die und das ist nicht mit ein eine von den dem zu auf für sich werden auch des im',
  fra: 'le la les des et est une dans que pour pas sur qui avec par du au ce sont plus',
  spa: 'el los las del que es una por con para se no su al como más son este está fue',
  ita: 'il che di della è una per non con del sono dei alla gli nel anche più questo le si',
  por: 'que não uma com para os do da em dos das é por como mais ao foi são se na',
  nld: 'de het een van en is dat niet op te zijn voor met die aan er om ook wordt bij',
};

/** A page with fewer of any language's words proves nothing. */
const minWords = 4;
/** How many times more of its words a language has to have than the one that the page was read in. */
const clearly = 1.3;

const wordSets = new Map(
  Object.entries(frequentWords).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** The language that a text is clearly written in, of those given; undefined where that is not clear. */
export function detectLanguage(text: string, among: readonly string[], current: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (language: string) => {
    const known = wordSets.get(language);
    return known ? words.filter((word) => known.has(word)).length : 0;
  };
  const [best] = among
    .map((language) => ({ language, count: count(language) }))
    .sort((a, b) => b.count - a.count);
  if (!best || best.count < minWords || best.language === current) return undefined;
  return best.count > clearly * count(current) ? best.language : undefined;
}

let installed: Promise<readonly string[]> | undefined;

async function listInstalled(): Promise<readonly string[]> {
  const { output, complaint } = await runProgram('tesseract', { args: ['--list-langs'] });
  const lines = `${output.toString('utf8')}\n${complaint}`.split('\n').map((line) => line.trim());
  return lines.filter((line) => /^[a-z]{3}(?:_\w+)?$/.test(line) && line !== 'osd');
}

/** The languages that tesseract reads here; asked once. Throws SYSTEM_PROGRAM_MISSING. */
export function installedLanguages(): Promise<readonly string[]> {
  installed ??= listInstalled();
  return installed;
}
