import type { PageModel, TextRun } from '../page-model.ts';

/** Fewer lines by themselves are names, paths and formulas. */
const minLines = 8;
/** Shares of the characters: signs of code, of which text has one in a hundred; and letters, of which tables of numbers have fewer. */
const minSigns = 0.06;
const minLetters = 0.45;
/** The share of the lines that begin or end as those of code do, and no sentence. */
const minCodeLines = 0.5;

const sign = /[<>{}[\]()=;/\\_*#|"$&+]/g;
const codeLine = /^\s*[<{}#$%@\\/(]|[;{}>)\]=,\\:]\s*$|^\s*[\w.]+\s*[=(]/;

interface Face {
  characters: number;
  readonly lines: string[];
}

/** Lines of a page by their height; text that runs otherwise is none of them. */
const linesOf = ({ runs }: PageModel): Iterable<readonly TextRun[]> =>
  Map.groupBy(
    runs.filter(({ text, turns }) => turns === 0 && text.trim() !== ''),
    ({ y }) => Math.round(y),
  ).values();

function addLine(faces: Map<string, Face>, runs: readonly TextRun[]): void {
  const [{ font } = { font: undefined }] = runs;
  if (!font || runs.some((run) => run.font.name !== font.name)) return;
  const face = faces.get(font.name) ?? { characters: 0, lines: [] };
  const text = runs.map((run) => run.text).join(' ');
  face.characters += text.length;
  face.lines.push(text);
  faces.set(font.name, face);
}

/** Whether the lines of a face are code, by their signs and by how they begin and end. */
function isCode({ characters, lines }: Face): boolean {
  const count = (pattern: RegExp) => lines.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  return (
    lines.length >= minLines &&
    count(sign) >= minSigns * characters &&
    count(/\p{L}/gu) >= minLetters * characters &&
    lines.filter((text) => codeLine.test(text)).length >= minCodeLines * lines.length
  );
}

/**
 * Finds the faces that code is set in although their letters are of many widths, as where a program had no typewriter: whole lines in
 * another face than the text, with the signs of code. Returns their names.
 */
export function findCodeFaces(pages: readonly PageModel[]): ReadonlySet<string> {
  const faces = new Map<string, Face>();
  for (const page of pages) for (const line of linesOf(page)) addLine(faces, line);
  const [body] = [...faces].sort(([, a], [, b]) => b.characters - a.characters);
  return new Set(
    [...faces].filter(([name, face]) => name !== body?.[0] && isCode(face)).map(([name]) => name),
  );
}
