import type { Attributes } from '../attributes.ts';
import type { HtmlListener } from '../html-listener.ts';
import { black, type Declarations, isControl, isPanel, readStyle, white } from './declarations.ts';
import type { PageSurvey } from './page-survey.ts';
import { findRemoval, type Rendering, renderingOf, withConcealment } from './rendering.ts';
import type { Matched } from './selector.ts';

/** Attributes by which libraries hide elements until their scripts have run. */
const cloaks: readonly string[] = ['v-cloak', 'ng-cloak', 'x-cloak', 'data-cloak'];
/** Attributes and classes of elements that appear by an animation: Webflow, AOS, ScrollReveal, Framer, Locomotive. */
const animations: readonly string[] = [
  'data-w-id',
  'data-aos',
  'data-sr-id',
  'data-scroll-reveal',
  'data-framer-appear-id',
  'data-scroll',
  'data-animate',
  'data-animation',
];
/** Class names with which WOW, Elementor, Animate.css and articles of WeChat mark animated elements. */
const animated =
  /(?:^|\s)(?:wow|elementor-invisible|animate__animated|aos-init|(?:js-|scroll-?)?reveal(?:-[\w-]+)?|animate-on-scroll|will-animate|page-?wrapper|rich_media_content)(?=\s|$)/;
const fading = new Set(['visibility', 'opacity', 'filter']);

/** Whether an element that is hidden by these properties calls itself one that a script shows as soon as it runs. */
function isRevealed(
  { name, attributes }: Matched,
  properties: readonly string[],
  style: Declarations,
): boolean {
  if (attributes.size === 0) return false;
  if (cloaks.some((cloak) => attributes.has(cloak))) return true;
  if (!properties.some((property) => fading.has(property))) return false;
  // A page fades in as a whole, and what also moves is at the beginning of its way.
  if (name === 'main' || (style.get('transform')?.value ?? 'none') !== 'none') return true;
  if (animations.some((name) => attributes.has(name))) return true;
  return animated.test((attributes.get('class') ?? '').slice(0, 500));
}

/** Visibility of an element, which is the same object as that of its parent where it changes nothing: in most elements. */
interface Look {
  readonly rendering: Rendering;
  /** Whether it is off the screen with all that is in it. */
  readonly isRemoved: boolean;
  /** Whether the text directly in it is seen. */
  readonly isSeen: boolean;
}

interface OpenElement extends Matched {
  look: Look;
  /** Whether the child before is pressed to see what follows, or has something in it that is. */
  isAfterControl: boolean;
}

/** Elements in which the control of what follows them may stand: `<h3><button>…`. */
const headers = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'label']);
const header = /head|title|question|trigger|toggle/i;
const isHeader = ({ name, attributes }: Matched) =>
  headers.has(name) || header.test((attributes.get('class') ?? '').slice(0, 200));
/** Elements that hold a whole page: where they are hidden until a script shows them, they are the content. */
const whole = new Set(['html', 'body']);
/** Boxes of formulas that are written for screen readers, beside a picture of each. */
const formula = /mwe-math|katex-mathml|MathJax|MJX|mjx/;
const none: Declarations = new Map();
const maxKept = 500;
const noClasses: readonly string[] = [];
const classesOf = (attributes: Attributes) => attributes.get('class')?.trim().split(/\s+/, 20) ?? noClasses;

/** Says which text of a page is seen, element by element in the order of the document. */
class Visibility {
  readonly #survey: PageSurvey;
  readonly #styles = new Map<string, Declarations>();
  readonly #open: OpenElement[] = [];
  readonly #root: OpenElement;

  constructor(survey: PageSurvey) {
    this.#survey = survey;
    const [color, background] = survey.hasOtherSheets ? [] : [black, white];
    this.#root = {
      name: '',
      attributes: new Map(),
      classes: [],
      parent: undefined,
      look: {
        rendering: withConcealment({ isInvisible: false, isTiny: false, color, background }),
        isRemoved: false,
        isSeen: true,
      },
      isAfterControl: false,
    };
  }

  get #around(): OpenElement {
    return this.#open.at(-1) ?? this.#root;
  }

  /** Whether the text that comes next is seen. */
  get isSeen(): boolean {
    return this.#around.look.isSeen;
  }

  /** Whether all that comes next is off the screen until the element that is open closes. */
  get isRemoved(): boolean {
    return this.#around.look.isRemoved;
  }

  /** Whether nothing but its color keeps the text that comes next from being seen. */
  get isUncolored(): boolean {
    const { rendering, isRemoved } = this.#around.look;
    return !isRemoved && rendering.concealment === 'color';
  }

  open(name: string, attributes: Attributes): void {
    const around = this.#around;
    // Only style sheets look at classes.
    const classes = this.#survey.sheets.isEmpty ? noClasses : classesOf(attributes);
    const parent = around === this.#root ? undefined : around;
    const element: OpenElement = {
      name,
      attributes,
      classes,
      parent,
      look: around.look,
      isAfterControl: false,
    };
    element.look = this.#look(element, around);
    this.#open.push(element);
  }

  close(): void {
    const closed = this.#open.pop();
    if (!closed) return;
    const isOpener = isControl(closed.name, closed.attributes);
    this.#around.isAfterControl = isOpener || (closed.isAfterControl && isHeader(closed));
  }

  #look(element: Matched, around: OpenElement): Look {
    const { look } = around;
    if (look.isRemoved && !(element.name === 'math' && isFormula(around))) return look;
    const style = this.#styleOf(element);
    const rendering = this.#renderingOf(element, style, look.rendering);
    const isRemoved = this.#isRemoved(element, style, around);
    if (isRemoved) return { rendering, isRemoved, isSeen: false };
    if (rendering === look.rendering && look.isSeen) return look;
    const { concealment } = rendering;
    // A whole page is invisible until its scripts have run, and a panel until it is opened.
    const isShown =
      concealment === 'visibility' &&
      (whole.has(element.name) || this.#isOpened(element, around, ['visibility'], style));
    if (!isShown) return { rendering, isRemoved, isSeen: concealment === undefined };
    const shown = withConcealment({ ...rendering, isInvisible: false });
    return { rendering: shown, isRemoved, isSeen: shown.concealment === undefined };
  }

  /** Returns how an element draws its text; the colors of a whole page count only where no style sheet is missing that replaces them. */
  #renderingOf({ name, attributes }: Matched, style: Declarations, around: Rendering): Rendering {
    const rendering = renderingOf(name, attributes, style, around);
    if (!whole.has(name) || !this.#survey.hasOtherSheets) return rendering;
    return withConcealment({ ...rendering, color: undefined, background: undefined });
  }

  #styleOf(element: Matched): Declarations {
    const style = element.attributes.get('style');
    const own = style === undefined ? none : this.#readStyle(style);
    return this.#survey.sheets.styleOf(element, own);
  }

  /** Most styles of a page are the same few. */
  #readStyle(style: string): Declarations {
    const known = this.#styles.get(style);
    if (known) return known;
    if (this.#styles.size > maxKept) this.#styles.clear();
    const read = readStyle(style);
    this.#styles.set(style, read);
    return read;
  }

  #isRemoved(element: Matched, style: Declarations, around: OpenElement): boolean {
    const { name, attributes } = element;
    if (attributes.size === 0 && style.size === 0) return false;
    if (whole.has(name) || name === 'math') return false;
    if (attributes.get('aria-hidden') === 'true' && !this.#survey.isMostlyDecoration) return true;
    const isMarked = attributes.has('hidden') && style.get('display') === undefined;
    const removal = isMarked ? ['display'] : findRemoval(style);
    return removal !== undefined && !this.#isOpened(element, around, removal, style);
  }

  /** Whether a control or a script shows an element that is hidden at first: then it is content. */
  #isOpened(
    element: Matched,
    around: OpenElement,
    properties: readonly string[],
    style: Declarations,
  ): boolean {
    return (
      isPanel(element.attributes) ||
      isRevealed(element, properties, style) ||
      isPanel(around.attributes) ||
      this.#survey.controlled.has(element.attributes.get('id')) ||
      around.isAfterControl ||
      this.#survey.sheets.canShow(element, properties, style)
    );
  }
}

function isFormula(element: Matched): boolean {
  return (
    formula.test(element.attributes.get('class') ?? '') ||
    formula.test(element.parent?.attributes.get('class') ?? '')
  );
}

/** Elements that show something without a text in them. */
const shown = new Set(['img', 'input', 'hr', 'br', 'q', 'svg', 'math']);

/** The reason why a hidden text is not read. */
export const hiddenTextReason = 'The page hides it from its readers: show it, or delete it';

/** Counts the texts that were left out as hidden. */
export interface HiddenText {
  texts: number;
  /** How many of them have the color of their background. */
  uncolored?: number;
}

/** Passes on the visible parts of a page, and those that a control shows; counts the hidden ones. */
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
      else if (text.trim()) {
        hidden.texts++;
        if (visibility.isUncolored) hidden.uncolored = (hidden.uncolored ?? 0) + 1;
      }
    },
  };
}
