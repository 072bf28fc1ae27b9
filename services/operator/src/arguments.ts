import { gracePeriodSeconds, highestRateLimit } from '@docfleet/domain/api-key';
import { ApiKeyScope } from '@docfleet/domain/database';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

/** Reads an argument with a schema; an error names the argument. */
export const readWith =
  <Schema extends z.ZodType>(schema: Schema, expected: string) =>
  (text: string): z.output<Schema> => {
    const result = schema.safeParse(text);
    if (!result.success) throw new InvalidArgumentError(`It must be ${expected}.`);
    return result.data;
  };

/** Latest time that is accepted: PostgreSQL can store it, and no clock will reach it. */
const latest = new Date('9999-12-31T00:00:00Z');

const wholeNumber = z.string().regex(/^\d+$/).transform(Number);

export const readName = readWith(z.string().trim().min(1).max(100), '1 to 100 characters');

export const readScopes = readWith(
  z
    .string()
    .transform((text) => text.split(',').map((scope) => scope.trim()))
    .pipe(z.array(z.enum(ApiKeyScope)).min(1)),
  `one or more of ${Object.values(ApiKeyScope).join(',')}`,
);

export const readExpiry = readWith(
  z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((date) => date > new Date() && date < latest),
  'a time to come, like 2030-01-31T00:00:00Z',
);

export const readRateLimit = readWith(
  wholeNumber.pipe(z.int().min(1).max(highestRateLimit)),
  `1 to ${highestRateLimit} requests a minute`,
);

export const readGracePeriod = readWith(
  wholeNumber.pipe(z.int().min(0).max(gracePeriodSeconds.max)),
  `0 to ${gracePeriodSeconds.max} seconds`,
);

const maxWaitSeconds = 86_400;

export const readSeconds = readWith(
  wholeNumber.pipe(z.int().min(0).max(maxWaitSeconds)),
  `0 to ${maxWaitSeconds} seconds`,
);
