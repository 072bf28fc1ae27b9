import colorString from 'color-string';

/** A color as red, green and blue from 0 to 255, and how opaque it is from 0 to 1. */
export interface Color {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

export const white: Color = { rgb: [255, 255, 255], alpha: 1 };
export const black: Color = { rgb: [0, 0, 0], alpha: 1 };
export const linkBlue: Color = { rgb: [0, 0, 238], alpha: 1 };

/** Reads a color; undefined where it depends on something else, such as a variable. */
export function readColor(value: string): Color | undefined {
  if (value === 'transparent') return { rgb: [0, 0, 0], alpha: 0 };
  const [red, green, blue, alpha] = colorString.get.rgb(value) ?? colorOfHue(value) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return { rgb: [red, green, blue], alpha: alpha ?? 1 };
}

function colorOfHue(value: string): number[] | undefined {
  const found = colorString.get(value);
  if (!found) return undefined;
  const [hue = 0, saturation = 0, lightness = 0, alpha = 1] = found.value;
  if (found.model !== 'hsl') return undefined;
  const chroma = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    return 255 * (lightness / 100 - chroma * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  };
  return [channel(0), channel(8), channel(4), alpha];
}

/** The relative luminance of WCAG 2. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: Color['rgb']): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Below this ratio of luminances a text cannot be read; WCAG asks for 4.5. */
const minContrast = 1.1;
/** From this difference of a channel on a text is seen by its hue, as yellow on white is. */
const minHueDifference = 64;

/** Whether a text of one color on another is not seen. */
export function isUnseen(text: Color, background: Color): boolean {
  const mixed = text.rgb.map(
    (channel, index) => channel * text.alpha + (background.rgb[index] ?? 0) * (1 - text.alpha),
  );
  const differences = mixed.map((channel, index) => Math.abs(channel - (background.rgb[index] ?? 0)));
  if (Math.max(...differences) >= minHueDifference) return false;
  const [lighter, darker] = [
    luminance([mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0]),
    luminance(background.rgb),
  ].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05) < minContrast;
}
