import type { Command } from 'commander';
import { readInteger } from './arguments.ts';
import type { Cli } from './environment.ts';
import { openSession, type Session } from './session.ts';
import type { Columns } from './terminal/printer.ts';
import { confirm } from './terminal/questions.ts';
import { visibleLine } from './terminal/table.ts';

// biome-ignore lint/suspicious/noExplicitAny: commander hands each reader what the one before returned.
type Read = (text: string, before: any) => unknown;

/** Option of a command: its flags, its description, the function that reads its value, and its default. */
export type OptionEntry = readonly [
  flags: string,
  description: string,
  read?: Read | undefined,
  initial?: unknown,
];

/** Argument of a command: its name in brackets, its description, and the function that reads it. */
type ArgumentEntry = readonly [name: string, description?: string, read?: Read];

interface CommandEntry<Argument, Options> {
  /** Name of the command below its group. */
  readonly name: string;
  readonly description: string;
  readonly argument?: ArgumentEntry;
  readonly options?: readonly OptionEntry[];
  /** Text below the list of options. */
  readonly notes?: string;
  /** Command lines that show its use. */
  readonly examples: readonly string[];
  /** Question to which the user has to agree, unless `--yes` is passed; adds that option. */
  readonly question?: (argument: Argument, options: Options, session: Session) => string | Promise<string>;
  readonly act: (session: Session, argument: Argument, options: Options) => Promise<unknown>;
}

/** Adds a command to its parent. */
type AddCommand = (parent: Command, cli: Cli) => void;

interface Yes {
  readonly yes?: boolean;
}

/** Adds the description, arguments, options and help of a command, and returns it. */
export function describeCommand(
  parent: Command,
  entry: Omit<CommandEntry<never, never>, 'act' | 'question'>,
) {
  const { name, description, argument, options = [], notes, examples } = entry;
  const command = parent.command(name).description(description);
  if (argument) {
    const [flags, text = '', read] = argument;
    if (read) command.argument(flags, text, read);
    else command.argument(flags, text);
  }
  for (const [flags, text, read, initial] of options)
    if (read) command.option(flags, text, read, initial);
    else command.option(flags, text, initial as string | boolean | undefined);
  const lines = examples.map((example) => `  $ ${example}`).join('\n');
  return command.addHelpText('after', `${notes === undefined ? '' : `\n${notes}\n`}\nExamples:\n${lines}`);
}

/** Returns the function that adds a command, which signs in before it acts. */
export function defineCommand<Argument = undefined, Options = object>(
  entry: CommandEntry<Argument, Options>,
): AddCommand {
  const { question, act, argument, options = [] } = entry;
  const yes: readonly OptionEntry[] = question ? [['-y, --yes', 'do not ask']] : [];
  return (parent, cli) => {
    describeCommand(parent, { ...entry, options: [...options, ...yes] }).action(
      async (...given: readonly unknown[]) => {
        const command = given.at(-1) as Command;
        const session = await openSession(cli, command);
        const chosen = command.optsWithGlobals<Options & Yes>();
        // Commander passes what the entry declares.
        const one = (argument ? given[0] : undefined) as Argument;
        if (question) {
          const { terminal, signal } = session;
          await confirm(terminal, await question(one, chosen, session), { yes: chosen.yes, signal });
        }
        await act(session, one, chosen);
      },
    );
  };
}

interface GroupEntry {
  readonly name: string;
  readonly alias?: string;
  readonly description: string;
}

/** Returns the function that adds a group of commands. */
export const defineGroup =
  ({ name, alias, description }: GroupEntry, commands: readonly AddCommand[]): AddCommand =>
  (program, cli) => {
    const group = program.command(name).description(description);
    if (alias !== undefined) group.alias(alias);
    for (const add of commands) add(group, cli);
  };

const maxLimit = 1_000_000;
const defaultLimit = 50;

/** Options of a command that lists. */
const limitOptions: readonly OptionEntry[] = [
  ['--limit <number>', 'most to list', readInteger(1, maxLimit), defaultLimit],
  ['--all', 'list all, a page at a time'],
];

interface LimitOptions {
  readonly limit: number;
  readonly all?: boolean;
}

/** Yields the items that were asked for; no page is fetched for others. */
async function* limited<Item>(items: AsyncIterable<Item>, { limit, all }: LimitOptions): AsyncIterable<Item> {
  let left = all ? Number.POSITIVE_INFINITY : limit;
  for await (const item of items) {
    yield item;
    if (--left === 0) return;
  }
}

interface ListEntry<Item, Argument, Options>
  extends Omit<CommandEntry<Argument, Options & LimitOptions>, 'act' | 'question'> {
  readonly columns: Columns<Item>;
  /** Text of an empty list. */
  readonly none: string;
  /** Requests the items; `pageSize` fetches those that were asked for with the fewest requests. */
  readonly find: (
    session: Session,
    given: { readonly argument: Argument; readonly options: Options; readonly pageSize: number },
  ) => AsyncIterable<Item>;
}

/** Returns the function that adds a command which lists, with `--limit` and `--all`. */
export const defineList = <Item, Argument = undefined, Options = object>(
  entry: ListEntry<Item, Argument, Options>,
): AddCommand =>
  defineCommand<Argument, Options & LimitOptions>({
    ...entry,
    options: [...limitOptions, ...(entry.options ?? [])],
    act(session, argument, options) {
      const pageSize = options.all ? 100 : Math.min(100, options.limit);
      const found = entry.find(session, { argument, options, pageSize });
      return session.printer.list(limited(found, options), entry.columns, entry.none);
    },
  });

/** Returns lines with the name and the value of each column of one item. */
export const linesOf = <Item>(columns: Columns<Item>, item: Item): string[] =>
  Object.entries(columns).map(
    ([title, cell]) => `${title.padEnd(10)} ${visibleLine(String(cell(item) ?? '-'))}`,
  );
