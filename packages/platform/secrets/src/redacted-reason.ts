const maxReasonLength = 300;
/** Characters kept before redaction, far more than are shown: a secret that is cut here lies beyond the shown part. */
const maxSourceLength = 2_000;

/** Vendors echo keys whole (a proxy), masked (OpenAI: `sk-abc***xyz`) or as a header. */
const looksLikeKey = [
  /\b(?:Bearer|Basic)\s+\S+/gi,
  /\b(?:sk|jina)[-_][\w*.…-]{3,}[\w*…-]/gi,
  /[\w-]*\*{3,}[\w*-]*/g,
  /\b(?=\w{0,64}\d)(?=\w{0,64}[a-z])(?=\w{0,64}[A-Z])\w{24,}\b/g,
];

/** A shorter key protects nothing, and stands in ordinary words. */
const minKeyLength = 4;
/** Words are not as long: where a longer key is found, it is the key, whatever stands beside it. */
const maxWordLength = 16;

function withoutKey(sentence: string, apiKey: string): string {
  if (apiKey.length < minKeyLength) return sentence;
  if (apiKey.length > maxWordLength) return sentence.replaceAll(apiKey, '[key]');
  return sentence.replaceAll(
    new RegExp(`(?<!\\w)${apiKey.replaceAll(/[^\w]/g, String.raw`\$&`)}(?!\\w)`, 'g'),
    '[key]',
  );
}

/**
 * A vendor's sentence fit to be shown: one line of at most 300 characters, without the secrets and, unless `hidesKeys` is false, without
 * anything that looks like a key.
 */
export function redactedReason(sentence: string, secrets: readonly string[], hidesKeys = true): string {
  // The longest first: another may be a part of it.
  let reason = secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce(withoutKey, sentence.slice(0, maxSourceLength));
  if (hidesKeys) for (const pattern of looksLikeKey) reason = reason.replace(pattern, '[key]');
  reason = reason.replace(/\s+/g, ' ').trim();
  return reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength - 1)}…` : reason;
}
