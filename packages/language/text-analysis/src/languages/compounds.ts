import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { Language } from './language.ts';

type Hyphenate = (word: string, options: { hyphenChar: string; minWordLength: number }) => string;

// The package's modules are CommonJS without declarations.
const load = createRequire(import.meta.url);
const hyphenatorOf = (code: string): (() => Hyphenate) => {
  let loaded: Hyphenate | undefined;
  return () => {
    loaded ??= (load(`hyphen/${code}`) as { hyphenateSync: Hyphenate }).hyphenateSync;
    return loaded;
  };
};

/** Languages that write compounds as one word, with the patterns of their syllables. */
const hyphenators: Partial<Record<Language, () => Hyphenate>> = {
  da: hyphenatorOf('da'),
  de: hyphenatorOf('de'),
  fi: hyphenatorOf('fi'),
  nl: hyphenatorOf('nl'),
  no: hyphenatorOf('nb'),
  sv: hyphenatorOf('sv'),
};

const minCompoundLength = 9;
const minPartLength = 4;

const cache = new LRUCache<string, readonly string[]>({ max: 20_000 });

/**
 * Returns the parts that a compound word may consist of: for each syllable boundary, the text before it and the text after it, if it has at
 * least four letters. Some of them are no words; a search never finds those. Empty for short words and for languages without hyphenation
 * patterns.
 */
export function compoundParts(word: string, language: Language | undefined): readonly string[] {
  const hyphenate = language && hyphenators[language];
  if (!hyphenate || word.length < minCompoundLength || !/^\p{L}+$/u.test(word)) return [];
  const key = `${language} ${word}`;
  const known = cache.get(key);
  if (known) return known;
  const syllables = hyphenate()(word, { hyphenChar: '-', minWordLength: minCompoundLength }).split('-');
  const parts: string[] = [];
  for (let boundary = 1; boundary < syllables.length; boundary += 1)
    parts.push(syllables.slice(0, boundary).join(''), syllables.slice(boundary).join(''));
  const kept = parts.filter((part) => part.length >= minPartLength);
  cache.set(key, kept);
  return kept;
}
