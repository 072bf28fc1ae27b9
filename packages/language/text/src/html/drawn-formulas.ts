import type { Attributes } from './attributes.ts';
import type { HtmlListener } from './html-listener.ts';

/** Boxes in which KaTeX and MathJax 2 draw a formula; it stands as MathML before or within them, or as TeX in a script behind. */
const drawing = /(?:^|\s)(?:katex-html|MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML)?)(?=\s|$)/;

const isDrawing = (name: string, attributes: Attributes) =>
  attributes.size > 0 &&
  (name === 'span' || name === 'div') &&
  drawing.test(attributes.get('class')?.slice(0, 200) ?? '');

const isSource = (name: string, attributes: Attributes) =>
  name === 'script' && /^\s*math\/(?:tex|latex)/i.test(attributes.get('type') ?? '');

/** Passes a page on with each formula once: a drawing of one is read only where no markup states the formula. */
export function withoutDrawnFormulas(next: HtmlListener): HtmlListener {
  /** Elements that are open within a drawing, itself among them, and within MathML in it. */
  let [inDrawing, inMath] = [0, 0];
  let drawn = '';
  let isAfterFormula = false;
  const flush = () => {
    if (drawn) next.text(drawn);
    drawn = '';
  };
  return {
    open(name, attributes) {
      if (inMath > 0 || (inDrawing > 0 && name === 'math')) {
        inMath++;
        isAfterFormula = true;
        drawn = '';
        next.open(name, attributes);
      } else if (inDrawing > 0) inDrawing++;
      else if (isDrawing(name, attributes)) inDrawing = 1;
      else if (isAfterFormula && isSource(name, attributes)) inDrawing = 1;
      else {
        if (isSource(name, attributes)) drawn = '';
        else if (drawn && name !== 'script') flush();
        next.open(name, attributes);
      }
    },
    close(name) {
      if (inMath > 0) {
        inMath--;
        next.close(name);
      } else if (inDrawing > 0) inDrawing--;
      else {
        if (name === 'math') isAfterFormula = true;
        else if (drawn) flush();
        next.close(name);
      }
    },
    text(text) {
      if (inDrawing > 0 && inMath === 0) {
        if (!isAfterFormula) drawn += text;
        return;
      }
      if (inMath === 0 && text.trim() !== '') {
        flush();
        isAfterFormula = false;
      }
      next.text(text);
    },
  };
}
