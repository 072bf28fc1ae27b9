/**
 * Flags of England, Scotland and Wales, which are made of tag characters; all other tags, copies of ASCII that are never drawn; and runs of
 * signs that are not drawn: a few are spelling, as in Persian, Khmer and emoji, but in a run they say something that no reader sees.
 */
const unseen =
  /(?<flag>\u{1f3f4}[\u{e0061}-\u{e007a}]{4,6}\u{e007f})|[\u{e0000}-\u{e007f}]|\p{Default_Ignorable_Code_Point}{4,}/gu;
const any = /\p{Default_Ignorable_Code_Point}/u;

/** A text without the characters in which a message can stand that no reader sees. */
export function withoutUnseen(text: string): string {
  return any.test(text) ? text.replace(unseen, '$<flag>') : text;
}
