/** Purpose of a part of an RTF file; only parts that are not known to hold something else contribute text. */
export type Destination =
  | 'text'
  | 'skip'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'instruction'
  | 'marker';

/** Formatting that lasts until its group ends. */
export interface State {
  destination: Destination;
  bold: boolean;
  italic: boolean;
  strike: boolean;
  raised: boolean;
  hidden: boolean;
  font: number;
  /** Characters that stand for one that is given by `\u`, for readers that do not know it. */
  fallbackLength: number;
  href: string | undefined;
  /** The paragraph, which belongs to the text and not to a group, but is set back with it. */
  paragraph: ParagraphState;
}

export interface ParagraphState {
  style: number;
  list: number | undefined;
  level: number;
  outlineLevel: number | undefined;
  isInTable: boolean;
}

export const plainParagraph: ParagraphState = {
  style: 0,
  list: undefined,
  level: 0,
  outlineLevel: undefined,
  isInTable: false,
};

export const plainText = { bold: false, italic: false, strike: false, raised: false, hidden: false };

export const firstState = (): State => ({
  destination: 'text',
  ...plainText,
  font: -1,
  fallbackLength: 1,
  href: undefined,
  paragraph: { ...plainParagraph },
});
