import { z } from 'zod';

/** A setting that is written as JSON, and what the schema makes of it. The text is in no message: there may be a key in it. */
export const jsonSetting = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, { issues }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        issues.push({ code: 'custom', message: 'is not JSON', input: '' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The like of a table, of which an operator sets what differs; empty unless it is set. */
export const jsonTable = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().default('{}').pipe(jsonSetting(schema));
