import { Argument, type Command } from 'commander';
import type { Cli } from '../environment.ts';

/** The candidates for the last word of a command line, without the program's name. */
export function complete(program: Command, words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const command = findCommand(program, words.slice(0, -1));
  const candidates = last.startsWith('-') ? optionsOf(program, command) : namesOf(command);
  return candidates.filter((candidate) => candidate.startsWith(last)).sort();
}

/** Returns the innermost command that the words name; other words are taken for options and arguments. */
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

/**
 * The script that each shell loads once. It asks the program for candidates, so that the script stays the same when there are more commands;
 * where there are none, it completes file names.
 */
export const completionScripts = {
  bash: `_docfleet() {
  local IFS=$'\\n'
  COMPREPLY=($(docfleet __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o bashdefault -o default -F _docfleet docfleet
`,
  zsh: `#compdef docfleet
_docfleet() {
  local -a candidates
  candidates=("\${(@f)$(docfleet __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${candidates[*]}" ]]; then compadd -- "\${candidates[@]}"; else _files; fi
}
compdef _docfleet docfleet
`,
  fish: `function __docfleet_complete
  set -l words (commandline -opc) (commandline -ct)
  docfleet __complete -- $words[2..-1] 2>/dev/null
end
complete -c docfleet -a '(__docfleet_complete)'
`,
} as const;

type Shell = keyof typeof completionScripts;

/** `completion bash|zsh|fish`, and what its scripts ask. */
export function addCompletionCommand(program: Command, { terminal: { output } }: Cli): void {
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(completionScripts)))
    .addHelpText(
      'after',
      `
Examples:
  $ echo 'source <(docfleet completion bash)' >> ~/.bashrc
  $ echo 'source <(docfleet completion zsh)' >> ~/.zshrc      # after compinit
  $ docfleet completion fish > ~/.config/fish/completions/docfleet.fish`,
    )
    .action((shell: Shell) => void output.write(completionScripts[shell]));
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words: readonly string[]) => {
      for (const candidate of complete(program, words)) output.write(`${candidate}\n`);
    });
}
