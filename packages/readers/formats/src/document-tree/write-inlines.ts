import { type InlineWriter, linkTarget } from '@docfleet/text/markdown';
import type { Inline, TextRun } from './tree.ts';

const hrefOf = (inline: Inline) => ('text' in inline ? linkTarget(inline.href) : undefined);

/** Groups adjacent inlines with the same address into one link, regardless of formatting. */
function* linkGroups(content: readonly Inline[]): Generator<[string | undefined, Inline[]]> {
  let target: string | undefined;
  let group: Inline[] = [];
  for (const inline of content) {
    const href = hrefOf(inline);
    if (group.length > 0 && href !== target) {
      yield [target, group];
      group = [];
    }
    target = href;
    group.push(inline);
  }
  if (group.length > 0) yield [target, group];
}

const looks = ['bold', 'italic', 'strike', 'code', 'raised', 'isFormula'] as const;

const lookAlike = (one: TextRun, other: TextRun) =>
  one.script === other.script && looks.every((look) => Boolean(one[look]) === Boolean(other[look]));

/** Runs that a program has cut apart for no reason that a reader could see. */
function joinRuns(inlines: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    const isSame = last && 'text' in last && 'text' in inline && lookAlike(last, inline);
    if (isSame) joined[joined.length - 1] = { ...last, text: last.text + inline.text };
    else joined.push(inline);
  }
  return joined;
}

function writeRun(writer: InlineWriter, run: TextRun): void {
  if (run.script) {
    writer.script(run.script === 'power' ? '^' : '_', run.text);
    return;
  }
  if (run.isFormula) {
    if (run.text) writer.literal(run.text);
    return;
  }
  if (run.raised) writer.raise();
  if (run.code) {
    // The white space around code is not code.
    if (/^\s/.test(run.text)) writer.space();
    writer.code(run.text);
    if (/\s$/.test(run.text)) writer.space();
    return;
  }
  if (run.bold) writer.open('strong');
  if (run.italic) writer.open('emphasis');
  if (run.strike) writer.open('deletion');
  writer.text(run.text);
  if (run.strike) writer.close('deletion');
  if (run.italic) writer.close('emphasis');
  if (run.bold) writer.close('strong');
}

/** Writes inlines; they are distinguished by their looks alone, so the same marks next to each other become one. */
export function writeInlines(writer: InlineWriter, content: readonly Inline[]): void {
  for (const [target, group] of linkGroups(content)) {
    if (target !== undefined) writer.open('link', target);
    for (const inline of joinRuns(group)) {
      if ('text' in inline) writeRun(writer, inline);
      else if (inline.kind === 'break') writer.breakLine();
      else writer.literal(`[^${inline.label}]`);
    }
    if (target !== undefined) writer.close('link');
  }
}
