import type { AnswerCitation } from '@docfleet/sdk';
import type { Command } from 'commander';
import { readFields } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { openSession, type Session } from '../session.ts';
import { visibleLine, visibleLines } from '../terminal/visible-text.ts';

interface AskOptions {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly unverified?: boolean;
}

/** `ask QUESTION`. */
export function addAskCommand(program: Command, cli: Cli): void {
  program
    .command('ask')
    .description('answer a question from the documents, with verified citations')
    .argument('<question...>')
    .option(
      '--filter <key=value>',
      'only documents with this metadata; repeat it for alternative values',
      readFields,
    )
    .option('--unverified', 'include sentences that could not be verified, without citations')
    .addHelpText(
      'after',
      `
Examples:
  $ docfleet ask "how many days of leave do I have?"
  $ docfleet ask who approves travel --filter team=people
  $ docfleet ask "when is the office closed?" --json | jq -r .answer`,
    )
    .action(async (words: readonly string[], options: AskOptions, command: Command) =>
      ask(await openSession(cli, command), words.join(' '), options),
    );
}

async function ask(session: Session, question: string, { filter, unverified }: AskOptions): Promise<void> {
  const { client, printer } = session;
  const request = {
    namespaceId: session.namespaceId(),
    question,
    ...(filter && { filter: { metadata: filter } }),
    ...(unverified && { unverified: 'mark' as const }),
  };
  if (printer.isJson) return printer.item(await client.answers.create(request));
  await printAnswer(session, client.answers.stream(request));
}

async function printAnswer(
  { printer, terminal }: Session,
  events: ReturnType<Session['client']['answers']['stream']>,
): Promise<void> {
  const { paint } = printer;
  const citations: AnswerCitation[] = [];
  let removed = 0;
  for await (const event of events) {
    if (event.type === 'sentence') {
      citations.push(...event.newCitations);
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
  if (removed > 0)
    printer.note(
      removed === 1
        ? '1 sentence could not be verified and was left out.'
        : `${removed} sentences could not be verified and were left out.`,
    );
}
