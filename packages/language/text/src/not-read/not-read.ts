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
