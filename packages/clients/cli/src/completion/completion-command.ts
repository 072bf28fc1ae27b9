import { Argument, type Command } from 'commander';
import type { Cli } from '../cli.ts';
import { complete } from './complete.ts';
import { completionScripts } from './scripts.ts';

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
