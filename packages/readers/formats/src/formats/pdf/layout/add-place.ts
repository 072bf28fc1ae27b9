import type { Place } from '../../../document-tree/tree.ts';

type Box = Extract<Place, { page: number }>;

/** Adds the place of a line; lines of one column and block are one area. */
export function addPlace(places: Place[], place: Place): void {
  const last = places.at(-1);
  if (last && 'page' in last && 'page' in place && goesOn(last, place)) {
    const x = Math.min(last.x, place.x);
    const width = Math.max(last.x + last.width, place.x + place.width) - x;
    places[places.length - 1] = { ...last, x, width, height: place.y + place.height - last.y };
  } else places.push(place);
}

const goesOn = (above: Box, below: Box) =>
  above.page === below.page &&
  below.y >= above.y &&
  below.y - (above.y + above.height) < 2 * below.height &&
  below.x < above.x + above.width &&
  above.x < below.x + below.width;
