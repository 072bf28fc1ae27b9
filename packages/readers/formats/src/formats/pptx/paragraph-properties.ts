import { isMonospacedFont } from '../../document-tree/monospaced-fonts.ts';
import { childOf, elementsOf, type XmlElement } from '../../xml/element.ts';

/** Marker of a paragraph. */
type Bullet = 'none' | 'bullet' | 'number';

/** Formatting of the paragraphs of one level; an undefined property is left to the layout and the master. */
export interface LevelStyle {
  readonly bullet?: Bullet | undefined;
  /** The first number. */
  readonly start?: number | undefined;
  readonly monospaced?: boolean | undefined;
}

/** The styles of the levels from 0. */
export type ListStyle = readonly LevelStyle[];

const levels = 9;
const maxStart = 32_767;

function bulletOf(properties: XmlElement): Bullet | undefined {
  for (const { name } of elementsOf(properties)) {
    if (name === 'a:buNone') return 'none';
    if (name === 'a:buAutoNum') return 'number';
    if (name === 'a:buChar' || name === 'a:buBlip') return 'bullet';
  }
  return undefined;
}

/** Whether run properties name a monospaced font; undefined where they name none, or that of the theme. */
export function isMonospaced(properties: XmlElement | undefined): boolean | undefined {
  const font = childOf(properties, 'a:latin')?.attributes['typeface'];
  return font === undefined || font.startsWith('+') ? undefined : isMonospacedFont(font);
}

/** Reads the properties of a paragraph, or of a level of the list styles. */
export function readLevelStyle(properties: XmlElement | undefined): LevelStyle {
  if (!properties) return {};
  const start = Number(childOf(properties, 'a:buAutoNum')?.attributes['startAt'] ?? 1);
  return {
    bullet: bulletOf(properties),
    start: start >= 1 && start <= maxStart ? start : 1,
    monospaced: isMonospaced(childOf(properties, 'a:defRPr')),
  };
}

/** Reads an `a:lstStyle`, or a style of a master. */
export const readListStyle = (element: XmlElement | undefined): ListStyle =>
  Array.from({ length: levels }, (_, level) => readLevelStyle(childOf(element, `a:lvl${level + 1}pPr`)));

/** The style of a level by the first that says anything of each property. */
export function styleOf(level: number, own: LevelStyle, inherited: readonly ListStyle[]): LevelStyle {
  const styles = [own, ...inherited.map((style) => style[level] ?? {})];
  return {
    bullet: styles.find(({ bullet }) => bullet !== undefined)?.bullet,
    start: own.start,
    monospaced: styles.find(({ monospaced }) => monospaced !== undefined)?.monospaced,
  };
}
