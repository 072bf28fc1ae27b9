import { chunkLocation } from '@docfleet/domain/chunk';

/** Where a text stands in its document's file, as results of searches, chunks and citations show it. */
export const location = chunkLocation
  .describe(
    'Where the text stands in the file: pages and areas of a PDF in points from the upper left corner, slides, rows of a sheet, or seconds of a video; and the headings above it',
  )
  .meta({
    id: 'Location',
    examples: [
      { pages: [3, 3], boxes: [{ page: 3, x: 72, y: 140, width: 420, height: 56 }], section: ['Leave'] },
    ],
  });
