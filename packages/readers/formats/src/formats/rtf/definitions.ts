import { isCodeStyle, isMonospacedFont, isQuoteStyle, symbolFontOf } from '../../document-tree/fonts.ts';
import { encodingOfCharset } from './text-decoder.ts';

interface Font {
  name: string;
  encoding: string | undefined;
}

interface Style {
  name: string;
  outlineLevel: number | undefined;
}

const bullet = 23;
const nothing = 255;

/** The tables at the beginning of a file: fonts, styles and lists, filled while they are read. */
export class Definitions {
  readonly #fonts = new Map<number, Font>();
  readonly #styles = new Map<number, Style>();
  /** The number formats of the levels of each list. */
  readonly #lists = new Map<number, number[]>();
  readonly #overrides = new Map<number, number>();
  #font: Font = { name: '', encoding: undefined };
  #style: Style = { name: '', outlineLevel: undefined };
  #levels: number[] = [];
  #listId = 0;

  readWord(destination: string, name: string, value = 0): void {
    if (destination === 'fonts') this.#readFont(name, value);
    else if (destination === 'styles') this.#readStyle(name, value);
    else this.#readList(destination, name, value);
  }

  addName(destination: string, text: string): void {
    if (destination === 'fonts') this.#font.name += text;
    else if (destination === 'styles') this.#style.name += text;
  }

  encodingOf(font: number): string | undefined {
    return this.#fonts.get(font)?.encoding;
  }

  /** The symbol font of this number; undefined for fonts of letters. */
  symbolFontOf(font: number): string | undefined {
    return symbolFontOf(this.#fonts.get(font)?.name.replace(/;\s*$/, ''));
  }

  isMonospaced(font: number): boolean {
    return isMonospacedFont(this.#fonts.get(font)?.name);
  }

  /** 0 for a style that is not one of headings. */
  headingLevelOf(style: number): number {
    const { name = '', outlineLevel } = this.#styles.get(style) ?? {};
    const level = /^\s*heading ?([1-9])\b/i.exec(name)?.[1];
    if (level) return Number(level);
    return /^\s*title;/i.test(name) ? 1 : (outlineLevel ?? -1) + 1;
  }

  isCode(style: number): boolean {
    return isCodeStyle(this.#nameOf(style));
  }

  isQuote(style: number): boolean {
    return isQuoteStyle(this.#nameOf(style));
  }

  /** Whether a list counts at this level; undefined where that is not known. */
  isOrdered(list: number, level: number): boolean | undefined {
    const format = this.#lists.get(this.#overrides.get(list) ?? Number.NaN)?.[level];
    return format === undefined ? undefined : format !== bullet && format !== nothing;
  }

  #nameOf(style: number): string {
    return (this.#styles.get(style)?.name ?? '').replace(/;\s*$/, '').trim();
  }

  #readFont(name: string, value: number): void {
    if (name === 'f') {
      this.#font = { name: '', encoding: undefined };
      this.#fonts.set(value, this.#font);
    } else if (name === 'fcharset') this.#font.encoding = encodingOfCharset(value);
  }

  #readStyle(name: string, value: number): void {
    if (name === 's') {
      this.#style = { name: '', outlineLevel: undefined };
      this.#styles.set(value, this.#style);
    } else if (name === 'cs' || name === 'ds' || name === 'ts')
      this.#style = { name: '', outlineLevel: undefined };
    else if (name === 'outlinelevel') this.#style.outlineLevel = value < 9 ? value : undefined;
  }

  #readList(destination: string, name: string, value: number): void {
    if (name === 'list') this.#levels = [];
    else if (name === 'levelnfc') this.#levels.push(value);
    else if (name === 'listid' && destination === 'lists') this.#lists.set(value, this.#levels);
    else if (name === 'listid') this.#listId = value;
    else if (name === 'ls' && destination === 'overrides') this.#overrides.set(value, this.#listId);
  }
}
