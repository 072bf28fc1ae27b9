import { isMonospacedFont } from '../../document-tree/monospaced-fonts.ts';
import { symbolFontOf } from '../../document-tree/symbol-fonts.ts';
import { childOf, type XmlElement } from '../../xml/element.ts';

/** Formatting of a text; an undefined property is left to the style. */
export interface Looks {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly strike?: boolean | undefined;
  readonly raised?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly monospaced?: boolean | undefined;
  /** A font of symbols; empty for one of letters. */
  readonly symbolFont?: string | undefined;
}

/** A property that is on where nothing else is said. */
export function isOn(properties: XmlElement | undefined, name: string): boolean | undefined {
  const property = childOf(properties, name);
  return property && !['0', 'false', 'off'].includes(property.attributes['w:val'] ?? '');
}

/** The looks that a `w:rPr` sets. */
export function readLooks(properties: XmlElement | undefined): Looks {
  if (!properties) return {};
  const align = childOf(properties, 'w:vertAlign')?.attributes['w:val'];
  const fonts = childOf(properties, 'w:rFonts')?.attributes;
  const font = fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'];
  return {
    bold: isOn(properties, 'w:b'),
    italic: isOn(properties, 'w:i'),
    strike: isOn(properties, 'w:strike') ?? isOn(properties, 'w:dstrike'),
    hidden: isOn(properties, 'w:vanish'),
    raised: align && align === 'superscript',
    monospaced: font === undefined ? undefined : isMonospacedFont(font),
    symbolFont: font === undefined ? undefined : (symbolFontOf(font) ?? ''),
  } as Looks;
}

/** Looks that lie over others. */
export function over(upper: Looks, lower: Looks): Looks {
  const said = Object.entries(upper).filter(([, value]) => value !== undefined);
  return said.length === 0 ? lower : { ...lower, ...Object.fromEntries(said) };
}
