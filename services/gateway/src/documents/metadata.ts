import { maxMetadataBytes } from '@docfleet/domain/document';
import { z } from 'zod';

const longestKey = 128;

const key = z
  .string()
  .min(1)
  .max(longestKey, { error: `has a name longer than ${longestKey} characters` })
  .regex(/^[^$]/, { error: 'has a name that is empty or begins with $' });

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())], {
  error: 'must be a string, number, boolean or array of strings',
});

/** The customer's own fields of a document: flat. */
export const metadata = z
  .record(key, value, { error: 'must be an object' })
  .refine((fields) => Buffer.byteLength(JSON.stringify(fields)) <= maxMetadataBytes, {
    error: `must not be larger than ${maxMetadataBytes} bytes`,
  })
  .meta({
    id: 'Metadata',
    description: 'Your own fields of the document: strings, numbers, booleans and arrays of strings',
    examples: [{ team: 'people', years: ['2025', '2026'] }],
  });

/** Values by the name of an array that is to get or lose them. */
export const metadataArrays = z
  .record(key, z.array(z.string(), { error: 'must be an array of strings' }), { error: 'must be an object' })
  .default({});
