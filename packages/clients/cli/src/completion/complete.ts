import type { Command } from 'commander';

/** The candidates for the last word of a command line, without the program's name. */
export function complete(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const command = findCommand(program, words.slice(0, -1));
  const candidates = last.startsWith('-') ? optionsOf(program, command) : namesOf(command);
  return candidates.filter((candidate) => candidate.startsWith(last)).sort();
}

/** The innermost command that is named; what stands between is taken for options and arguments. */
function findCommand(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words)
    command = command.commands.find((one) => one.name() === word || one.aliases().includes(word)) ?? command;
  return command;
}

const namesOf = (command: Command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());

const optionsOf = (program: Command, command: Command) => [
  ...new Set(
    [...command.options, ...program.options, { long: '--help' }].flatMap(({ long }) => (long ? [long] : [])),
  ),
];
