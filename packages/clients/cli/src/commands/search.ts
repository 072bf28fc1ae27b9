import { stripVTControlCharacters } from 'node:util';
import type { SearchResult } from '@docfleet/sdk';
import type { Command } from 'commander';
import stringWidth from 'string-width';
import { readFields, readInteger, readShare } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { openSession, type Session } from '../session.ts';
import { visibleLine, visibleLines } from '../terminal/visible-text.ts';

interface SearchOptions {
  readonly hybrid?: number | true;
  readonly topK: number;
  readonly threshold?: number;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly full?: boolean;
}

/** A part of a passage, and whether it is a word of the query. */
type Piece = NonNullable<SearchResult['snippet']>[number];

const defaultSemanticWeight = 0.7;
const indent = '   ';

/** `search QUERY`. */
export function addSearchCommand(program: Command, cli: Cli): void {
  program
    .command('search')
    .description('find passages by meaning and words, as suits the model of the namespace')
    .argument('<query...>')
    .option(
      '--hybrid [weight]',
      'combine with keyword search; the weight of meaning, from 0 to 1, which is meaning alone (0.7)',
      readShare,
    )
    .option('-k, --top-k <number>', 'maximum number of passages', readInteger(1, 1_000), 5)
    .option('--threshold <score>', 'omit passages with a lower score, from 0 to 1', readShare)
    .option(
      '--filter <key=value>',
      'only documents with this metadata; repeat it for alternative values',
      readFields,
    )
    .option('--full', 'print whole passages, as they were written')
    .addHelpText(
      'after',
      `
Examples:
  $ docfleet search "what is for lunch on Friday?"
  $ docfleet search ECONNRESET --hybrid 0.3
  $ docfleet search parental leave --filter team=people --filter year=2026
  $ docfleet search okapi --json | jq -r .content`,
    )
    .action(async (words: readonly string[], options: SearchOptions, command: Command) =>
      search(await openSession(cli, command), words.join(' '), options),
    );
}

async function search(session: Session, query: string, options: SearchOptions): Promise<void> {
  const { client, printer } = session;
  const { hybrid, topK, threshold, filter } = options;
  const request = {
    namespaceId: session.namespaceId(),
    query,
    topK,
    // Programs have no use for them.
    highlights: !printer.isJson,
    ...(threshold !== undefined && { scoreThreshold: threshold }),
    ...(filter && { filter: { metadata: filter } }),
  };
  const { results, notices = [] } =
    hybrid === undefined
      ? await client.search.semantic(request)
      : await client.search.hybrid({ ...request, hybridConfig: weights(hybrid) });
  for (const notice of notices) printer.note(`${notice}.`);
  if (printer.isJson) for (const result of results) await printer.item(result);
  else if (results.length === 0) await printer.line('Nothing was found.');
  else
    for (const [index, result] of results.entries())
      await showResult(
        session,
        options.full ? piecesOf(result) : (result.snippet ?? piecesOf(result)),
        result,
        index,
      );
}

/** The whole passage as it was written, cut where the words lie that the service found in it. */
function piecesOf({ content, highlights = [] }: SearchResult): Piece[] {
  const ends = [0, ...highlights.flatMap(({ start, end }) => [start, end]), content.length];
  return ends
    .slice(1)
    .map((end, index) => ({ text: content.slice(ends[index], end), isMatch: index % 2 === 1 }));
}

/** The weights of a hybrid search of which the weight of meaning is known. */
export const weights = (hybrid: number | true) => {
  const semanticWeight = hybrid === true ? defaultSemanticWeight : hybrid;
  // 1 - 0.9 is 0.09999999999999998.
  return { semanticWeight, keywordWeight: Math.round((1 - semanticWeight) * 1e6) / 1e6 };
};

async function showResult(
  { printer }: Session,
  pieces: readonly Piece[],
  { score, document }: SearchResult,
  index: number,
): Promise<void> {
  const { paint } = printer;
  const number = `${index + 1}.`.padEnd(indent.length);
  const name = visibleLine(document.name ?? document.externalId);
  const passage = pieces
    .map(({ text, isMatch }) =>
      isMatch ? paint(['bold', 'yellow'], visibleLines(text)) : visibleLines(text),
    )
    .join('');
  if (index > 0) await printer.line();
  await printer.line(`${number}${paint('bold', name)}  ${paint('green', score.toFixed(3))}`);
  for (const line of wrap(passage, printer.width - indent.length)) await printer.line(`${indent}${line}`);
  await printer.line(paint('dim', `${indent}${document.id}`));
}

/** Breaks lines at blanks; colors take no room. */
function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    let current = '';
    for (const word of line.split(' ')) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (current !== '' && stringWidth(stripVTControlCharacters(longer)) > width) {
        lines.push(current);
        current = word;
      } else current = longer;
    }
    return [...lines, current];
  });
}
