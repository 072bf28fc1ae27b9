import leven from 'leven';
import type { z } from 'zod';

/** A name that is further away was not meant. */
const maxTypos = 2;
/** Shorter names are those of other programs. */
const minLength = 8;

/** Returns a sentence for each variable of the environment that is no setting and differs from one by a typo or two. */
export function findMisspeltSettings(
  schema: z.ZodObject,
  environment: NodeJS.ProcessEnv = process.env,
): string[] {
  const known = Object.keys(schema.shape);
  return Object.keys(environment)
    .filter((name) => name.length >= minLength && name.includes('_') && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((setting) => leven(name, setting, { maxDistance: maxTypos + 1 }) <= maxTypos);
      return meant === undefined ? [] : [`There is no setting ${name}: did you mean ${meant}?`];
    });
}
