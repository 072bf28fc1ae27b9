import type { HtmlListener } from '../html-listener.ts';
import { ControlledIds } from './controls.ts';
import { StyleSheets } from './style-sheets.ts';

/** Facts about a whole page that decide which of its elements are visible; collected before it is converted. */
export interface PageSurvey {
  readonly sheets: StyleSheets;
  readonly controlled: ControlledIds;
  /** Whether it also has style sheets of its own that are not read. */
  readonly hasOtherSheets: boolean;
  /** Whether an element or a rule of it could hide text at all. */
  readonly canHide: boolean;
  /** Whether most of its text is marked as decoration, by mistake. */
  readonly isMostlyDecoration: boolean;
}

interface Reading {
  readonly listener: HtmlListener;
  finish(): PageSurvey;
}

/** Attributes without which an element hides nothing that a style sheet does not hide. */
const hiding = new Set(['style', 'hidden', 'aria-hidden', 'background', 'bgcolor', 'color', 'text']);

const unread = new Set(['script', 'style', 'template', 'noscript', 'title', 'svg']);

/** Reads through a page once; its style sheets and controls are bounded, its text is only counted. */
export function surveyPage(): Reading {
  const sheets = new StyleSheets();
  const controlled = new ControlledIds();
  const open: { readonly isDecoration: boolean; readonly isUnread: boolean }[] = [];
  let [hasOtherSheets, canHide, total, decoration] = [false, false, 0, 0];
  let css: string | undefined;
  return {
    listener: {
      open(name, attributes) {
        if (name === 'style') css = isForScreens(attributes.get('media')) ? '' : undefined;
        if (name === 'link' && /\bstylesheet\b/i.test(attributes.get('rel') ?? '')) hasOtherSheets = true;
        if (attributes.size > 0) controlled.add(name, attributes);
        for (const attribute of attributes.keys()) if (hiding.has(attribute)) canHide = true;
        const around = open.at(-1);
        open.push({
          isDecoration: (around?.isDecoration ?? false) || attributes.get('aria-hidden') === 'true',
          isUnread: (around?.isUnread ?? false) || unread.has(name),
        });
      },
      close(name) {
        open.pop();
        if (name !== 'style' || css === undefined) return;
        hasOtherSheets ||= /@import/i.test(css);
        sheets.add(css);
        css = undefined;
      },
      text(text) {
        if (css !== undefined) css += text;
        const around = open.at(-1);
        if (around?.isUnread) return;
        const { length } = text.trim();
        total += length;
        if (around?.isDecoration) decoration += length;
      },
    },
    finish: () => ({
      sheets,
      controlled,
      hasOtherSheets,
      canHide: canHide || !sheets.isEmpty,
      isMostlyDecoration: decoration * 2 > total,
    }),
  };
}

const isForScreens = (media: string | undefined) =>
  !media || /^(?:all|(?:only\s+)?screen)$/i.test(media.trim());
