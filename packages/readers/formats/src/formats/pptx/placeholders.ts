import { childOf, descendantOf, elementsOf, type XmlElement } from '../../xml/element.ts';
import { type ListStyle, readListStyle } from './paragraph-properties.ts';

/** Role of a shape in its layout. */
export interface Placeholder {
  readonly type: string;
  readonly index: string | undefined;
}

/** The styles that text in a slide's shapes inherits, the nearest first. */
export type Inherit = (placeholder: Placeholder | undefined) => readonly ListStyle[];

/** Undefined for a shape that fills no place of the layout. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const properties = elementsOf(shape).find(({ name }) => /^p:nv(?:Sp|Pic|GraphicFrame)Pr$/.test(name));
  const element = descendantOf(properties, 'p:nvPr', 'p:ph');
  return element && { type: element.attributes['type'] ?? 'obj', index: element.attributes['idx'] };
}

export const isTitle = (placeholder: Placeholder | undefined): boolean =>
  placeholder?.type === 'title' || placeholder?.type === 'ctrTitle';

/** Which of a master's text styles a placeholder follows. */
function masterStyleName(placeholder: Placeholder | undefined): string {
  if (!placeholder) return 'p:otherStyle';
  if (isTitle(placeholder)) return 'p:titleStyle';
  return ['dt', 'ftr', 'sldNum', 'hdr'].includes(placeholder.type) ? 'p:otherStyle' : 'p:bodyStyle';
}

interface StyledPlaceholder {
  readonly placeholder: Placeholder;
  readonly style: ListStyle;
}

const shapesOf = (part: XmlElement | undefined) =>
  elementsOf(descendantOf(part, 'p:cSld', 'p:spTree')).flatMap((shape): StyledPlaceholder[] => {
    const placeholder = placeholderOf(shape);
    const style = readListStyle(descendantOf(shape, 'p:txBody', 'a:lstStyle'));
    return placeholder ? [{ placeholder, style }] : [];
  });

/** Types that follow the body of a master. */
const bodyTypes = new Set(['obj', 'body', 'subTitle', 'half']);
const kindOf = ({ type }: Placeholder) => {
  if (bodyTypes.has(type)) return 'body';
  return type === 'ctrTitle' ? 'title' : type;
};

/** How text looks by the layout and the master of a slide. */
export function readInheritance(layout: XmlElement | undefined, master: XmlElement | undefined): Inherit {
  const inLayout = shapesOf(layout);
  const inMaster = shapesOf(master);
  const texts = childOf(master, 'p:txStyles');
  const textStyles = new Map(elementsOf(texts).map((style) => [style.name, readListStyle(style)]));
  return (placeholder) => {
    const ofMaster = textStyles.get(masterStyleName(placeholder)) ?? [];
    if (!placeholder) return [ofMaster];
    const own =
      inLayout.find(
        (one) => placeholder.index !== undefined && one.placeholder.index === placeholder.index,
      ) ?? inLayout.find((one) => kindOf(one.placeholder) === kindOf(placeholder));
    const above = inMaster.find((one) => kindOf(one.placeholder) === kindOf(own?.placeholder ?? placeholder));
    return [own?.style ?? [], above?.style ?? [], ofMaster];
  };
}
