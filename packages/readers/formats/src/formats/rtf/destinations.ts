import type { Destination } from './state.ts';

/** Purpose of a group, by its first control word. */
export const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtable: 'lists',
  listoverridetable: 'overrides',
  fldinst: 'instruction',
  fldrslt: 'text',
  listtext: 'marker',
  pntext: 'marker',
  shptxt: 'text',
  upr: 'ansi',
};

/** Groups without text of the document, or with text that repeats on every page. */
export const skipped: ReadonlySet<string> = new Set([
  ...['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf'],
  ...['pict', 'nonshppict', 'objdata', 'sp', 'info', 'colortbl', 'filetbl', 'revtbl', 'annotation'],
  ...[
    'leveltext',
    'levelnumbers',
    'listname',
    'falt',
    'panose',
    'nonesttables',
    'nesttableprops',
    'tc',
    'xe',
  ],
]);

/** Words that say how text looks, and never what a group is for. */
export const properties: ReadonlySet<string> = new Set([
  ...['s', 'cs', 'ds', 'ts', 'plain', 'pard', 'f', 'fs', 'b', 'i', 'ul', 'ulnone', 'strike', 'super', 'sub'],
  ...[
    'nosupersub',
    'cf',
    'cb',
    'highlight',
    'lang',
    'langfe',
    'langnp',
    'langfenp',
    'u',
    'uc',
    'par',
    'line',
    'tab',
  ],
  ...['insrsid', 'rtlch', 'ltrch', 'loch', 'hich', 'dbch', 'kerning', 'expnd', 'expndtw', 'caps', 'scaps'],
]);
