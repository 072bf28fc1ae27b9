/** `npm start`: the whole fleet in one process. */
import { runFleet } from './run-fleet.ts';

await runFleet(async ({ url, apiKey, signInUrl }) => {
  process.stdout.write(
    `docfleet is ready at ${url} (try it at ${url}/docs)\nConsole: ${signInUrl}\nAPI key: ${apiKey}\nStop it with Ctrl-C.\n`,
  );
});
