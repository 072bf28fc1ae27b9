import type { HtmlListener } from '../html-listener.ts';
import type { HtmlElement, HtmlNode } from '../html-tree.ts';
import { type PageSurvey, surveyPage } from './page-survey.ts';
import { createVisibleListener, type HiddenText } from './visible-listener.ts';

function emit(node: HtmlNode, listener: HtmlListener): void {
  if (typeof node === 'string') {
    listener.text(node);
    return;
  }
  listener.open(node.name, node.attributes);
  for (const child of node.children) emit(child, listener);
  listener.close(node.name);
}

function surveyOf(root: HtmlElement): PageSurvey {
  const { listener, finish } = surveyPage();
  emit(root, listener);
  return finish();
}

/** A part that was taken out, with the number of texts in it. */
export interface HiddenPart {
  readonly node: HtmlNode;
  readonly texts: number;
}

/** Elements whose text is no text of the page. */
const unread = new Set(['title', 'script', 'style', 'noscript', 'template']);

function addTo(parts: Map<HtmlElement, HiddenPart[]>, element: HtmlElement, part: HiddenPart): void {
  const known = parts.get(element);
  if (known) known.push(part);
  else parts.set(element, [part]);
}

/** Takes everything out of a document that is not seen; returns the parts with text that each element has lost. */
export function hideUnseen(
  root: HtmlElement,
  survey: PageSurvey = surveyOf(root),
): ReadonlyMap<HtmlElement, readonly HiddenPart[]> {
  const hidden: HiddenText = { texts: 0 };
  const hiddenIn = new Map<HtmlElement, HiddenPart[]>();
  if (!survey.canHide) return hiddenIn;
  let isPassed = false;
  const pass = () => {
    isPassed = true;
  };
  const visible = createVisibleListener({ open: pass, close() {}, text: pass }, survey, hidden);
  const complete = new Map<HtmlElement, readonly HtmlNode[]>();
  let shown = 0;
  const keep = (node: HtmlNode, parent?: HtmlElement): boolean => {
    isPassed = false;
    if (typeof node === 'string') {
      visible.text(node);
      if (isPassed && parent && !unread.has(parent.name) && node.trim() !== '') shown++;
      return isPassed;
    }
    visible.open(node.name, node.attributes);
    const isKept = isPassed;
    const kept = node.children.filter((child) => {
      const before = hidden.texts;
      const isChildKept = keep(child, node);
      const texts = isChildKept ? 0 : hidden.texts - before;
      if (texts > 0) addTo(hiddenIn, node, { node: child, texts });
      return isChildKept;
    });
    if (kept.length < node.children.length) {
      complete.set(node, [...node.children]);
      node.children.splice(0, node.children.length, ...kept);
    }
    visible.close(node.name);
    // A formula is read although the box around it is for screen readers alone.
    return isKept || kept.some((child) => typeof child !== 'string');
  };
  keep(root);
  // No one writes a page of which nothing is seen: the colors are those of another style sheet's background.
  if (shown > 0 || hidden.texts === 0 || hidden.uncolored !== hidden.texts) return hiddenIn;
  for (const [element, children] of complete)
    element.children.splice(0, element.children.length, ...children);
  return new Map();
}
