/** Pattern of a text that is not blank. As a pattern it stands in the description too, so that clients know before they send. */
export const notBlank = [/\S/, { error: 'must not be blank' }] as const;

/** Matches a character that is seen; zero-width ones and fillers are letters or formats to Unicode, and blank to people. */
const seen = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Requires a character that is seen: for names that people choose from a list. */
export const visible = [
  (text: string) => seen.test(text),
  { error: 'must have a character that can be seen' },
] as const;
