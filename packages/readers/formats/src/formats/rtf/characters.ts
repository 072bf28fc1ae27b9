/** Control words that are characters. */
export const characters: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '-',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
};
