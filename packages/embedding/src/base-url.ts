import { z } from 'zod';

/** The address of a compatible server. `abort`: what is no URL must not be taken apart. */
export const baseUrl = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const { username, password, search, hash } = new URL(text);
  return !username && !password && !search && !hash;
}, 'A base URL has no credentials, query or fragment');
