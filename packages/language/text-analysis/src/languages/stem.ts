import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { LRUCache } from 'lru-cache';
import { stemmer as english } from 'stemmer';
import type { Language } from './language.ts';

/** Snowball's algorithms; Porter's of 1980 for English. Languages that are not here keep their words as they are. */
const stemmers: Partial<Record<Language, (word: string) => string>> = {
  ar: arabic,
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

const cache = new LRUCache<string, string>({ max: 50_000 });

/** Script of the words that a language's stemmer handles: other words in its texts, such as product names, are not stemmed. */
const latin = /^[a-z]+$/;
const cyrillic = /^\p{Script=Cyrillic}+$/u;
const arabicScript = /^\p{Script=Arabic}+$/u;
const scriptOf = (language: Language) =>
  language === 'ru' || language === 'uk' ? cyrillic : language === 'ar' ? arabicScript : latin;

/** The stem of a folded word in a language; English words within texts of other scripts get their English stem. */
export function stem(word: string, language: Language | undefined): string {
  const key = `${language ?? ''} ${word}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const own = language !== undefined && scriptOf(language).test(word) ? stemmers[language] : undefined;
  const foreign = !own && latin.test(word) && (language === undefined || !usesLatin(language));
  const stemmed = (own ? own(word) : foreign ? english(word) : word) || word;
  cache.set(key, stemmed);
  return stemmed;
}

const usesLatin = (language: Language): boolean => !['ar', 'el', 'ja', 'ru', 'uk', 'zh'].includes(language);
