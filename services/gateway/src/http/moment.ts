import { z } from 'zod';

/** What both JavaScript and PostgreSQL can hold, and no clock will ever show. */
const [first, last] = [new Date(0), new Date('9999-12-31T00:00:00Z')];

/** A time with its zone, as a date: `2030-01-31T00:00:00Z`. */
export const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date >= first && date <= last, { error: 'must lie between the years 1970 and 9999' })
  .meta({ id: 'Moment' });
