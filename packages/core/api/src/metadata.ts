import { maxMetadataBytes } from '@docfleet/domain/document';
import { z } from 'zod';

const maxKeyLength = 128;

const key = z
  .string()
  .min(1)
  .max(maxKeyLength, { error: `has a name longer than ${maxKeyLength} characters` })
  .regex(/^[^$]/, { error: 'has a name that is empty or begins with $' });

/** A number that is the one that was sent: JSON has no limit, but of integers beyond 2^53 several become the same. */
export const exactNumber = z
  .number()
  .refine((number) => !Number.isInteger(number) || Number.isSafeInteger(number), {
    error: `is an integer beyond ${Number.MAX_SAFE_INTEGER}, of which not all digits are kept: send it as a string`,
  });

const value = z.union([z.string(), exactNumber, z.boolean(), z.array(z.string())], {
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

/** Names of fields. */
export const metadataKeys = z.array(key, { error: 'must be an array of names of fields' }).default([]);

/** Values by the name of an array that is to get or lose them. */
export const metadataArrays = z
  .record(key, z.array(z.string(), { error: 'must be an array of strings' }), { error: 'must be an object' })
  .default({});
