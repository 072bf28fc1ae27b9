import type { Pdfium } from './load-pdfium.ts';
import { readsAsText, textOfCode } from './unnamed-fonts.ts';

/**
 * Fonts of pictures by dvips name a glyph by its code (`a104` is h), and some writers take that for a name of Zapf Dingbats and state its
 * sign as what the letter means. These are the signs of the codes from 11 on; those without one keep their letter.
 */
const signs =
  '☛☞✌✍✎✏✑✒✓✔✕✖✗✘✙✚✛✜✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❑▲▼◆❖ ◗❘❙❚❯❱❲❳❨❩❬❭❪❫❴❵❛❜❝❞❡❢❣❤✐❥❦❧♠♥♦♣    ✉✈✇①②③④⑤⑥⑦';
const firstCode = 11;
const codes = new Map([...signs].map((sign, index) => [sign.codePointAt(0), firstCode + index]));
codes.delete(32);

/** Share of a page's letters that are signs, where these are mistaken. */
const minSignShare = 0.3;
const isLetter = (code: number) => (code > 64 && code < 91) || (code > 96 && code < 123);

/** Whether the signs of a page are mistaken ones: they are many, and read as text with its letters. */
function haveMistakenSigns({ call }: Pdfium, textPage: number, count: number): boolean {
  let [text, signsFound] = ['', 0];
  for (let index = 0; index < count; index++) {
    const character = call.FPDFText_GetUnicode(textPage, index);
    const code = codes.get(character);
    if (code !== undefined) signsFound++;
    if (isLetter(code ?? character)) text += String.fromCharCode(code ?? character);
  }
  return signsFound > minSignShare * text.length && readsAsText(text, '');
}

/** Recognizes letters of fonts without names that were mistaken for signs of Zapf Dingbats. */
export interface SignReader {
  /** The text of what was mistaken for this character; undefined for others, and where the signs of the page are meant. */
  textOf(character: number): string | undefined;
  /** Whether they are mistaken: then the characters that no sign was found for are letters as well. */
  areMistaken(): boolean;
}

export function createSignReader(pdfium: Pdfium, textPage: number, count: number): SignReader {
  let known: boolean | undefined;
  const areMistaken = () => {
    known ??= haveMistakenSigns(pdfium, textPage, count);
    return known;
  };
  return {
    areMistaken,
    textOf(character) {
      const code = codes.get(character);
      return code !== undefined && areMistaken() ? textOfCode(code, true) : undefined;
    },
  };
}
