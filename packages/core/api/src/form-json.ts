import type { Issue } from '@docfleet/errors/issues';
import { z } from 'zod';
import { describeBrokenJson } from './describe-broken-json.ts';
import { parseJson } from './parse-json.ts';
import { findUnstorable } from './unstorable.ts';

/** Values that clients send for a field that is not set. */
const isUnset = (text: string) => text === '' || text === 'undefined';

const pathOf = ({ path }: Issue) => (path === '' ? [] : [path]);

/** A form's field that holds JSON of this schema; unset when it is missing, empty or the word `undefined`. */
export function formJson<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .optional()
    .transform((text, context): unknown => {
      if (text === undefined || isUnset(text)) return undefined;
      const refuse = (message: string, path: string[] = []) => {
        context.issues.push({ code: 'custom', message, path, input: text });
        return z.NEVER;
      };
      try {
        const value = parseJson(text);
        // The form's own text was checked before, with its escapes unread.
        const unstorable = findUnstorable(value);
        return unstorable ? refuse(unstorable.message, pathOf(unstorable)) : value;
      } catch {
        return refuse(describeBrokenJson(text));
      }
    })
    .pipe(schema);
}
