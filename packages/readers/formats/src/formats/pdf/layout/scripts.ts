import type { TextRun } from '../page-model.ts';
import type { Row, Segment } from './segments.ts';

/** In units of the size of what they stand beside: how small powers and indices are, and how far up or down. */
const smaller = 0.85;
const raisedBy = 0.2;
const loweredBy = 0.08;

/** Faces of formulas, by the names that TeX's families and those of office programs have. */
const formulaFace =
  /^(?:[CL]M(?:R|Roman)?(?:MI|SY|EX|BSY|MathI|MathS|MathE)|MS[AB]M|EU[FSR]|rsfs|(?:new)?[tp]xmi|(?:new)?[tp]xsy|[tp]xex|StandardSym|Symbol|STIX.*Math)|Math(?!ematica)/i;
/** Text that takes a power or an index: a letter or two by themselves, a bracket's end, or a sign that is no letter. */
const mayHaveScript = /(?:^|[^\p{L}\p{M}])\p{L}\p{M}*['′*]*$|^\p{L}{2}$|[)\]}|∞∑∏∫∂∇'′∗]$/u;

/** A piece of a line, and whether it is a power or an index of what stands before it. */
interface Scripted {
  readonly run: TextRun;
  readonly script: 'power' | 'index' | undefined;
}

const isFormula = ({ font }: TextRun) => font.italic || formulaFace.test(font.name);

/** Whether a small run is a power or an index of a formula; marks of notes, and numbers in the formulas of substances, are none. */
function scriptOf(run: TextRun, base: TextRun | undefined): Scripted['script'] {
  if (!base || base.font.monospaced || run.text.trim() === '') return undefined;
  if (run.size >= base.size * smaller) return undefined;
  const up = base.y - run.y;
  const script = up > raisedBy * base.size ? 'power' : up < -loweredBy * base.size ? 'index' : undefined;
  const isOfFormula = isFormula(base) || (isFormula(run) && formulaFace.test(run.font.name));
  return script && isOfFormula && mayHaveScript.test(base.text.trimEnd()) ? script : undefined;
}

/** The pieces of a segment from left to right; where a letter has both, its indices come before its powers. */
export function withScripts({ runs }: Segment): Scripted[] {
  const largest = runs.reduce((size, run) => Math.max(size, run.size), 0);
  if (runs.length < 2 || runs.every(({ size }) => size >= largest * smaller))
    return runs.map((run) => ({ run, script: undefined }));
  const pieces: Scripted[] = [];
  let [base, from]: [TextRun | undefined, number] = [undefined, 0];
  const settle = () => {
    const own = pieces.splice(from);
    const of = (wanted: Scripted['script']) => own.filter(({ script }) => script === wanted);
    const areScripts = own.every(({ script }) => script !== undefined);
    pieces.push(...(areScripts ? [...of('index'), ...of('power')] : own));
  };
  for (const run of runs) {
    const script = scriptOf(run, base);
    if (!script) {
      settle();
      if (run.size >= largest * smaller) base = run;
    }
    pieces.push({ run, script });
    if (!script) from = pieces.length;
  }
  settle();
  return pieces;
}

/** The share of the letters in faces of formulas: more are a formula in several lines, as fractions are, and fewer a table with some. */
const minFormulaShare = 0.5;

/** Whether rows that stand below each other like those of a table are lines of formulas. */
export function areFormulas(rows: readonly Row[]): boolean {
  let [formula, all] = [0, 0];
  for (const { text, font } of rows.flatMap(({ segments }) => segments.flatMap(({ runs }) => runs))) {
    const letters = text.replace(/\s/g, '').length;
    all += letters;
    if (formulaFace.test(font.name)) formula += letters;
  }
  return formula > minFormulaShare * all;
}
