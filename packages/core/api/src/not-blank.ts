/** Pattern of a text that is not blank. As a pattern it stands in the description too, so that clients know before they send. */
export const notBlank = [/\S/, { error: 'must not be blank' }] as const;
