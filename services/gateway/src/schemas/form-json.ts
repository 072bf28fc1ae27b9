import { z } from 'zod';

/** What clients send for a field that is not set. */
const isUnset = (text: string) => text === '' || text === 'undefined';

/** A form's field that holds JSON of this schema; unset when it is missing, empty or the word `undefined`. */
export function formJson<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .optional()
    .transform((text, context): unknown => {
      if (text === undefined || isUnset(text)) return undefined;
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: 'custom', message: 'is not valid JSON', input: text });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
