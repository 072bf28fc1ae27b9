import { createDocfleetClient } from '@docfleet/sdk';
import { consoleFetch } from './console-fetch.ts';

/** The API as who is signed in may use it. The key is in a cookie that no script sees. */
export const api = createDocfleetClient({
  baseUrl: location.origin,
  apiKey: '',
  fetch: consoleFetch,
  // Somebody waits: what does not work by then is told, with a button to try again.
  maxRetries: 2,
});
