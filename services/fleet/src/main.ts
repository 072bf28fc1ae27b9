/** `npm start`: the whole fleet. */
import { describeKey } from './credentials.ts';
import { runFleet } from './run-fleet.ts';

await runFleet(async ({ url, createSignInLink, ...fleet }) => {
  process.stdout.write(
    `docfleet is ready at ${url} (API reference: ${url}/docs, guides: ${url}/guides/)\nConsole: ${await createSignInLink()}\nAPI key: ${describeKey(fleet)}\nStop it with Ctrl-C.\n`,
  );
});
