import { stripVTControlCharacters } from 'node:util';
import type { AnswerCitation, SearchResult } from '@docfleet/sdk';
import stringWidth from 'string-width';
import { readFields, readInteger, readShare } from '../arguments.ts';
import { defineCommand, type OptionEntry } from '../define-command.ts';
import type { Session } from '../session.ts';
import { visibleLine, visibleLines } from '../terminal/table.ts';
import { type SourceOptions, sourceOf, sourceOptions } from './document-filter.ts';

/** Options that limit searches and answers to documents. */
const searchFilterOptions: readonly OptionEntry[] = [
  ['--filter <key=value>', 'only documents with this metadata; repeat it for alternative values', readFields],
  ...sourceOptions,
];

interface SearchFilterOptions extends SourceOptions {
  readonly filter?: Readonly<Record<string, unknown>>;
}

/** Returns the field of a request that limits it to documents; nothing without such options. */
function searchFilterOf(options: SearchFilterOptions) {
  const source = sourceOf(options);
  const filter = { ...(options.filter && { metadata: options.filter }), ...(source && { source }) };
  return Object.keys(filter).length > 0 && { filter };
}

interface AskOptions extends SearchFilterOptions {
  readonly unverified?: boolean;
}

/** `ask QUESTION`. */
export const addAskCommand = defineCommand<readonly string[], AskOptions>({
  name: 'ask',
  description: 'answer a question from the documents, with verified citations',
  argument: ['<question...>'],
  options: [
    ...searchFilterOptions,
    ['--unverified', 'include sentences that could not be verified, without citations'],
  ],
  examples: [
    'docfleet ask "how many days of leave do I have?"',
    'docfleet ask who approves travel --filter team=people',
    'docfleet ask "when is the office closed?" --json | jq -r .answer',
  ],
  async act(session, words, options) {
    const { client, printer } = session;
    const request = {
      namespaceId: session.namespaceId(),
      question: words.join(' '),
      ...searchFilterOf(options),
      ...(options.unverified && { unverified: 'mark' as const }),
    };
    if (printer.isJson) await printer.item(await client.answers.create(request));
    else await printAnswer(session, client.answers.stream(request));
  },
});

async function printAnswer(
  { printer, terminal }: Session,
  events: ReturnType<Session['client']['answers']['stream']>,
): Promise<void> {
  const { paint } = printer;
  const citations: AnswerCitation[] = [];
  let removed = 0;
  let replaced = 0;
  for await (const event of events) {
    if (event.type === 'sentence') {
      citations.push(...event.newCitations);
      if (event.replaces) replaced += 1;
      const text = visibleLines(event.text);
      terminal.output.write(event.isVerified ? text : paint('dim', `${text} (not verified)`));
    } else if (event.type === 'removed') removed += 1;
    else if (event.type === 'done')
      await printer.line(event.outcome === 'ANSWERED' ? '' : visibleLine(event.answer));
  }
  for (const [index, { number, quote, document }] of citations.entries()) {
    if (index === 0) await printer.line();
    const name = visibleLine(document.name ?? document.externalId);
    await printer.line(`${paint('cyan', `[${number}]`)} ${paint('bold', name)}: “${visibleLine(quote)}”`);
    await printer.line(
      paint('dim', `    ${document.url === null ? document.id : visibleLine(document.url)}`),
    );
  }
  if (replaced > 0)
    printer.note(
      replaced === 1
        ? "1 sentence is the document's, in place of one that could not be verified."
        : `${replaced} sentences are the documents', in place of some that could not be verified.`,
    );
  if (removed > 0)
    printer.note(
      removed === 1
        ? '1 sentence could not be verified and was left out.'
        : `${removed} sentences could not be verified and were left out.`,
    );
}

interface SearchOptions extends SearchFilterOptions {
  readonly hybrid?: number | true;
  readonly topK: number;
  readonly threshold?: number;
  readonly full?: boolean;
}

/** A part of a passage, and whether it is a word of the query. */
type Piece = NonNullable<SearchResult['snippet']>[number];

const defaultSemanticWeight = 0.7;
const indent = '   ';

/** `search QUERY`. */
export const addSearchCommand = defineCommand<readonly string[], SearchOptions>({
  name: 'search',
  description: 'find passages by meaning and words, as suits the model of the namespace',
  argument: ['<query...>'],
  options: [
    [
      '--hybrid [weight]',
      'combine with keyword search; the weight of meaning, from 0 to 1, which is meaning alone (0.7)',
      readShare,
    ],
    ['-k, --top-k <number>', 'maximum number of passages', readInteger(1, 1_000), 5],
    ['--threshold <score>', 'omit passages with a lower score, from 0 to 1', readShare],
    ...searchFilterOptions,
    ['--full', 'print whole passages, as they were written'],
  ],
  examples: [
    'docfleet search "what is for lunch on Friday?"',
    'docfleet search ECONNRESET --hybrid 0.3',
    'docfleet search parental leave --filter team=people --filter year=2026',
    'docfleet search release notes --url-prefix https://example.com/wiki/ --modified-after 2026-01-01',
    'docfleet search okapi --json | jq -r .content',
  ],
  act: (session, words, options) => search(session, words.join(' '), options),
});

async function search(session: Session, query: string, options: SearchOptions): Promise<void> {
  const { client, printer } = session;
  const { hybrid, topK, threshold } = options;
  const request = {
    namespaceId: session.namespaceId(),
    query,
    topK,
    // Programs have no use for them.
    highlights: !printer.isJson,
    ...(threshold !== undefined && { scoreThreshold: threshold }),
    ...searchFilterOf(options),
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
