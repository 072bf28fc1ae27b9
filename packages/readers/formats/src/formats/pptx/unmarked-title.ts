import { childOf, childrenOf, descendantOf, type XmlElement } from '../../xml/element.ts';

/** Hundredths of a point, as the format has them. */
const minSize = 2_400;
const defaultSize = 1_800;
/** By how much a title is larger than whatever else stands on its slide. */
const minRatio = 1.3;
const maxTitleLength = 150;

interface TextShape {
  readonly shape: XmlElement;
  readonly paragraphs: readonly string[];
  readonly size: number;
  readonly top: number;
}

function measure(shape: XmlElement): TextShape[] {
  const paragraphs = childrenOf(childOf(shape, 'p:txBody'), 'a:p').map((paragraph) =>
    childrenOf(paragraph, 'a:r').map((run) => ({
      text: childOf(run, 'a:t')?.children.join('') ?? '',
      size: Number(childOf(run, 'a:rPr')?.attributes['sz'] ?? defaultSize),
    })),
  );
  const runs = paragraphs.flat().filter(({ text }) => text.trim() !== '');
  if (runs.length === 0) return [];
  const texts = paragraphs.map((all) => all.map(({ text }) => text).join('')).filter((text) => text.trim());
  const top = Number(descendantOf(shape, 'p:spPr', 'a:xfrm', 'a:off')?.attributes['y'] ?? 0);
  return [{ shape, paragraphs: texts, size: Math.max(...runs.map(({ size }) => size)), top }];
}

/**
 * The shape that a slide without a marked title has in its place: one line above all others, in clearly larger letters.
 * LibreOffice, by which PPT goes, does not mark the titles of all files.
 */
export function findUnmarkedTitle(shapes: readonly XmlElement[]): XmlElement | undefined {
  const [largest, ...others] = shapes
    .filter((shape) => shape.name === 'p:sp')
    .flatMap(measure)
    .toSorted((a, b) => b.size - a.size);
  const [line, second] = largest?.paragraphs ?? [];
  if (!largest || line === undefined || second !== undefined) return undefined;
  if (largest.size < minSize || line.length > maxTitleLength) return undefined;
  const standsOut = others.every(({ size, top }) => size * minRatio <= largest.size && top >= largest.top);
  return standsOut ? largest.shape : undefined;
}
