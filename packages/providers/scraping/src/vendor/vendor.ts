import { z } from 'zod';

/** Visible ASCII, as a header can carry it: a client that is given anything else quotes the whole key in its error. */
export const apiKey = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x21-\x7e]+$/, 'A key has no spaces and no characters outside ASCII')
  .meta({ title: 'API key', writeOnly: true });

export interface Vendor {
  /** Name of the vendor for users. */
  readonly name: string;
  readonly apiKey: string;
}

export interface VendorResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}
