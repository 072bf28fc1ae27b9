import type { Page } from '../page.ts';
import type { Rules } from './rule.ts';

/** Readings in the letters of a language's sounds: kana, bopomofo, hangul. They repeat the word beside them. */
const sounds =
  /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}ー・\s\p{M}ˊˇˋ˙]*$/u;

function writeNote(page: Page, note: string): void {
  const text = note.replace(/\s+/g, ' ').trim();
  if (text && !sounds.test(text)) page.inline.text(` (${text}) `);
}

/**
 * Ruby: how characters sound is left out, for it stands within their words; what else is written above them follows in brackets.
 * https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-ruby-element
 */
export const rubyRules: Rules = {
  ruby: (page) => {
    const around = page.readings;
    page.readings = [];
    return () => {
      writeNote(page, page.readings.join(' '));
      page.readings = around;
    };
  },
  rt: (page) => {
    if (page.verbatim !== undefined) return undefined;
    page.verbatim = '';
    return () => {
      page.readings.push(page.verbatim ?? '');
      page.verbatim = undefined;
    };
  },
  rp: () => 'skip',
};
