import { z } from 'zod';

const maxValues = 1_000;

/** A list of a filter: any of its values. Nulls are ignored; unknown values match nothing; an empty list matches nothing. */
export const filterValues = (description: string) =>
  z
    .array(z.string().nullable())
    .max(maxValues)
    .transform((values) => values.filter((value) => value !== null))
    .optional()
    .describe(description);

/** The same for an enumeration, whose values go into the description. */
export const filterEnum = (enumeration: Readonly<Record<string, string>>) =>
  filterValues(`Any of ${Object.values(enumeration).join(', ')}; values that are not known match nothing`);
