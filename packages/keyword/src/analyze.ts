/** The terms of a text, in order and with repetition: runs of letters and digits in lower case. */
export function analyze(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
