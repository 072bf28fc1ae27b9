/** `npm run operator -- <command>`, `npm run doctor`: organizations, API keys and the consistency of the stores, beside the API. */
import { findSuspectSettings, readConfig } from '@docfleet/runtime/config';
import { operatorConfig } from './config.ts';
import { runOperator } from './run-operator.ts';

process.exitCode = await runOperator(process.argv.slice(2), {
  config: readConfig(operatorConfig),
  suspectSettings: findSuspectSettings(),
  isTerminal: process.stdout.isTTY,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
