import { z } from 'zod';

/** Visible ASCII, as a header can carry it: a client that is given anything else quotes the whole key in its error. */
export const apiKey = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x21-\x7e]+$/, 'A key has no spaces and no characters outside ASCII')
  .meta({ title: 'API key', writeOnly: true });

/** Address of a compatible server. `abort`: an invalid URL must not be parsed further. */
export const baseUrl = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const { username, password, search, hash } = new URL(text);
  return !username && !password && !search && !hash;
}, 'A base URL has no credentials, query or fragment');
