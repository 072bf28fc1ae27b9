import { createDocfleetClient } from '@docfleet/sdk';
import { consoleFetch } from './console-fetch.ts';

/** Client of the API for the current session. The key is in a cookie that scripts cannot read. */
export const api = createDocfleetClient({
  baseUrl: location.origin,
  apiKey: '',
  fetch: consoleFetch,
  // A user is waiting: after two retries the error is shown, with a button to try again.
  maxRetries: 2,
});
