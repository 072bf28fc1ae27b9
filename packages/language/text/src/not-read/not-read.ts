/** The kinds of content that a reader may leave out of a document's text. */
export const notReadKinds = [
  'PAGE',
  'TEXT',
  'HIDDEN_TEXT',
  'PICTURE',
  'CHART',
  'DIAGRAM',
  'FORMULA',
  'LAYER',
  'ANNOTATION',
  'FORM',
  'EMBEDDED_FILE',
  'LINKED_CONTENT',
  'MEDIA',
  'SHEET',
  'CONTEXT',
  'OTHER',
] as const;

export type NotReadKind = (typeof notReadKinds)[number];

/** A part of a file that its text lacks. */
export interface NotRead {
  readonly what: NotReadKind;
  /** The page, sheet, slide or part, such as `page 3`; null where it concerns the whole file or several places. */
  readonly where: string | null;
  /** The reason as a sentence, with a remedy where there is one. */
  readonly why: string;
  /** At least 1. */
  readonly count: number;
}

/** A part as a reader reports it: one, in no particular place, unless it says otherwise. */
export type NotReadReport = Pick<NotRead, 'what' | 'why'> & Partial<NotRead>;

/** Entries that a document has at most. */
export const maxNotReadEntries = 50;
/** A reader's own; the last is for what its text lacks once it is embedded. */
const maxEntriesOfReader = maxNotReadEntries - 1;
/** Reasons kept apart; with an entry for each kind beyond them the sum is below `maxEntriesOfReader`. */
const maxReasons = 30;
const maxPlacesOfReason = 10;
const maxTextLength = 200;

interface Group {
  readonly what: NotReadKind;
  readonly why: string;
  readonly places: Map<string | null, number>;
}

const cut = (text: string) =>
  (text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text).toWellFormed();

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

const listPlaces = ({ what, why, places }: Group): NotRead[] =>
  [...places].map(([where, count]) => ({ what, where, why, count }));

function joinPlaces(group: Group): NotRead[] {
  const { what, why, places } = group;
  return places.size === 1 ? listPlaces(group) : [{ what, where: null, why, count: sum(places.values()) }];
}

export interface NotReadCollector {
  add(report: NotReadReport): void;
  /** The parts so far, in the order of their coming: at most `maxNotReadEntries` less one, with equal ones counted. */
  entries(): NotRead[];
}

/**
 * Collects what a file's text lacks, in bounded memory. A reason is listed with its first ten places; where there are too many entries,
 * places and then reasons of a kind are joined, and their counts added.
 */
export function collectNotRead(): NotReadCollector {
  const groups = new Map<string, Group>();

  function groupFor(what: NotReadKind, why: string): Group {
    const key = `${what} ${why}`;
    const known = groups.get(key);
    if (known) return known;
    const isFull = groups.size >= maxReasons;
    if (isFull && groups.has(what)) return groups.get(what) as Group;
    const group = { what, why: isFull ? 'Left out for several reasons' : why, places: new Map() };
    groups.set(isFull ? what : key, group);
    return group;
  }

  return {
    add({ what, why, where = null, count = 1 }) {
      const { places } = groupFor(what, cut(why));
      const place = where === null ? null : cut(where);
      const kept = places.has(place) || places.size < maxPlacesOfReason ? place : null;
      places.set(kept, (places.get(kept) ?? 0) + count);
    },
    entries() {
      const listed = [...groups.values()].flatMap(listPlaces);
      return listed.length <= maxEntriesOfReader ? listed : [...groups.values()].flatMap(joinPlaces);
    },
  };
}
