import type { HtmlListener } from '../html-listener.ts';
import type { PageSurvey } from './page-survey.ts';
import { Visibility } from './visibility.ts';

/** Elements that show something without a text in them. */
const shown = new Set(['img', 'input', 'hr', 'br', 'q', 'svg', 'math']);

/** The reason why a hidden text is not read. */
export const hiddenTextReason = 'The page hides it from its readers: show it, or delete it';

/** Counts the texts that were left out as hidden. */
export interface HiddenText {
  texts: number;
}

/** Passes on what of a page is seen, and what a control shows; counts what is hidden. */
export function createVisibleListener(
  next: HtmlListener,
  survey: PageSurvey,
  hidden: HiddenText = { texts: 0 },
): HtmlListener {
  const visibility = new Visibility(survey);
  const passed: boolean[] = [];
  return {
    open(name, attributes) {
      visibility.open(name, attributes);
      const isPassed = !visibility.isRemoved && (visibility.isSeen || !shown.has(name));
      passed.push(isPassed);
      if (isPassed) next.open(name, attributes);
    },
    close(name) {
      visibility.close();
      if (passed.pop()) next.close(name);
    },
    text(text) {
      if (visibility.isSeen) next.text(text);
      else if (text.trim()) hidden.texts++;
    },
  };
}
