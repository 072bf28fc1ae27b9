import type { Location } from '@docfleet/sdk';

const clock = (seconds: number) => {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
};

const span = (one: string, many: string, [first = 0, last = first]: readonly number[]) =>
  first === last ? `${one} ${first}` : `${many} ${first}–${last}`;

/** Describes a location, for example `Page 3` or `Sheet Staff, rows 2–40`; undefined if only its section is known. */
export function locationText({ pages, slides, sheet, rows, seconds }: Location): string | undefined {
  if (pages) return span('Page', 'Pages', pages);
  if (slides) return span('Slide', 'Slides', slides);
  if (seconds) return seconds.map(clock).join('–');
  const inSheet = sheet === undefined ? '' : `Sheet ${sheet}`;
  if (!rows) return inSheet || undefined;
  return inSheet ? `${inSheet}, ${span('row', 'rows', rows)}` : span('Row', 'Rows', rows);
}

/** Formats the boxes of a location for an address, as `page,x,y,width,height`: `3,72,140,420,56;4,72,60,420,30`. */
export const boxesToText = ({ boxes = [] }: Location): string | undefined =>
  boxes.map(({ page, x, y, width, height }) => [page, x, y, width, height].join(',')).join(';') || undefined;

/** Parses the location of an address; undefined without one. Addresses may have been edited: invalid boxes are omitted. */
export function textToLocation(text: string): Location | undefined {
  const boxes = text.split(';').flatMap((part) => {
    const numbers = part.split(',').map(Number);
    const [page, x, y, width, height] = numbers;
    if (numbers.length !== 5 || !numbers.every((value) => Number.isFinite(value) && value >= 0)) return [];
    if (!page || !Number.isInteger(page) || x === undefined || y === undefined) return [];
    return width === undefined || height === undefined ? [] : [{ page, x, y, width, height }];
  });
  const [first] = boxes;
  const last = boxes.at(-1);
  return first && last ? { pages: [first.page, last.page], boxes, section: [] } : undefined;
}
