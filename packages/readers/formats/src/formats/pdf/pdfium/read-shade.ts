import type { DrawnAreas } from './drawn-areas.ts';
import { areSameColor, inkOf, white } from './ink.ts';
import type { Pdfium } from './load-pdfium.ts';

/** Properties that may make a text invisible. */
export interface TextShade {
  /** Whether it is drawn without ink: in the invisible mode, as a clip of what follows, or fully transparent. */
  readonly isInvisible: boolean;
  /** Its color as 0xRRGGBB, where it is that of the paper or of an area of the page; else undefined. */
  readonly color: number | undefined;
  /** The layer that it belongs to; undefined for none. */
  readonly layer: string | undefined;
  /** Whether it stands in a form, which may belong to a layer as a whole. */
  readonly isInForm: boolean;
  /** Whether nothing of it lies within what it is clipped to. */
  readonly isClipped: boolean;
}

/** Of text that nothing may hide. */
const plain: TextShade = {
  isInvisible: false,
  color: undefined,
  layer: undefined,
  isInForm: false,
  isClipped: false,
};

export type ShadeReader = (object: number, layer: string | undefined) => TextShade;

/** Text rendering modes: those without ink, and those that only stroke. */
const invisible = 3;
const clipOnly = 7;
const strokeOnly = new Set([1, 5]);

/** A clip of more pieces is not followed. */
const maxClipPieces = 8;

/** Whether an object lies wholly outside of one of the areas that it is clipped to. */
function isClipped({ call, scratch, float }: Pdfium, object: number): boolean {
  const clip = call.FPDFPageObj_GetClipPath(object);
  const paths = clip === 0 ? 0 : call.FPDFClipPath_CountPaths(clip);
  if (paths <= 0 || paths > maxClipPieces) return false;
  call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const [left, bottom, right, top] = [
    float(scratch),
    float(scratch + 4),
    float(scratch + 8),
    float(scratch + 12),
  ];
  for (let path = 0; path < paths; path++) {
    const pieces = call.FPDFClipPath_CountPathSegments(clip, path);
    if (pieces <= 0 || pieces > maxClipPieces) continue;
    const [xs, ys]: [number[], number[]] = [[], []];
    for (let piece = 0; piece < pieces; piece++) {
      const segment = call.FPDFClipPath_GetPathSegment(clip, path, piece);
      call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      xs.push(float(scratch));
      ys.push(float(scratch + 4));
    }
    const isOutside =
      right < Math.min(...xs) || left > Math.max(...xs) || top < Math.min(...ys) || bottom > Math.max(...ys);
    if (isOutside) return true;
  }
  return false;
}

/** Reads what may hide the text objects of a page, whose areas and forms are known. */
export function createShadeReader(
  pdfium: Pdfium,
  { areas, layersOfForms }: Pick<DrawnAreas, 'areas' | 'layersOfForms'>,
): ShadeReader {
  const colors = [...new Set([white, ...areas.flatMap(({ color }) => color ?? [])])];
  const known = new Map<string, TextShade>();
  return (object, ownLayer) => {
    const mode = pdfium.call.FPDFTextObj_GetTextRenderMode(object);
    const ink = inkOf(pdfium, object, strokeOnly.has(mode));
    const own = ink?.color;
    const color = own !== undefined && colors.some((other) => areSameColor(own, other)) ? own : undefined;
    const layer = ownLayer ?? layersOfForms.get(object);
    const isInForm = layersOfForms.has(object);
    const isInvisible = mode === invisible || mode === clipOnly || ink?.isTransparent === true;
    const clipped = isClipped(pdfium, object);
    if (!isInvisible && color === undefined && layer === undefined && !isInForm && !clipped) return plain;
    const key = `${isInvisible} ${color} ${isInForm} ${clipped} ${layer}`;
    const shade = known.get(key) ?? { isInvisible, color, layer, isInForm, isClipped: clipped };
    known.set(key, shade);
    return shade;
  };
}
