import type { HtmlElement, HtmlNode } from '../html-element.ts';
import type { HtmlListener } from '../html-listener.ts';
import { surveyPage } from './page-survey.ts';
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

/** Takes everything out of a document that is not seen; counts the texts among it. */
export function hideUnseen(root: HtmlElement): HiddenText {
  const { listener, finish } = surveyPage();
  emit(root, listener);
  const hidden = { texts: 0 };
  const survey = finish();
  if (!survey.canHide) return hidden;
  let isPassed = false;
  const pass = () => {
    isPassed = true;
  };
  const visible = createVisibleListener({ open: pass, close() {}, text: pass }, survey, hidden);
  const keep = (node: HtmlNode): boolean => {
    isPassed = false;
    if (typeof node === 'string') {
      visible.text(node);
      return isPassed;
    }
    visible.open(node.name, node.attributes);
    const isKept = isPassed;
    const kept = node.children.filter(keep);
    if (kept.length < node.children.length) node.children.splice(0, node.children.length, ...kept);
    visible.close(node.name);
    return isKept;
  };
  keep(root);
  return hidden;
}
