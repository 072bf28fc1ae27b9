/** `npm run operator -- <command>`: organisations and API keys, beside the API. */
import { readConfig } from '@docfleet/config';
import { operatorConfig } from './config.ts';
import { runOperator } from './run-operator.ts';

process.exitCode = await runOperator(process.argv.slice(2), {
  config: readConfig(operatorConfig),
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
