/** `npm start`: the whole fleet. */
import { runFleet } from './run-fleet.ts';

await runFleet(async ({ url, apiKey, createSignInLink }) => {
  process.stdout.write(
    `docfleet is ready at ${url} (API reference: ${url}/docs, guides: ${url}/guides/)\nConsole: ${await createSignInLink()}\nAPI key: ${apiKey}\nStop it with Ctrl-C.\n`,
  );
});
