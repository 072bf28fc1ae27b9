import { z } from 'zod';

/** A setting that holds JSON of this schema. */
export const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, { issues }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        // What it says is not repeated: there may be a key in it.
        issues.push({ code: 'custom', message: 'is not JSON', input: '' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .optional();
