import type { Attributes } from '../attributes.ts';

/** Attributes by which a control names the elements that it opens, as ids or as `#id`. */
const targets = new Set(
  'aria-controls data-target data-bs-target data-tab data-tab-target data-toggle-target data-collapse-toggle data-accordion-target popovertarget commandfor href'.split(
    ' ',
  ),
);
/** Words in classes and roles of elements that a control opens: panels of tabs, folded answers. */
const panel =
  /(?:^|[\s_-])(?:tab-?(?:pane|panel|content|body|item)s?|pane|panels?|accordion|collaps(?:e|ed|ible)|expand(?:able|er)|foldable|toggle|toggle-?content|faq|answer|spoiler|read-?more|show-?more|reveal|disclosure|slide|carousel-item|swiper-slide|details)(?:$|[\s_-])/i;
const controlRoles = new Set(['button', 'tab', 'switch', 'menuitem']);
const maxIds = 10_000;
const maxIdLength = 200;

/** Ids that controls of a page open. */
export class ControlledIds {
  readonly #ids = new Set<string>();

  /** Adds the ids that an attribute of the element `name` holds, if it is one that controls have. */
  add(name: string, attribute: string, value: string): void {
    if (!targets.has(attribute) || this.#ids.size >= maxIds) return;
    if (attribute === 'href' && (name !== 'a' || !value.startsWith('#'))) return;
    for (const id of value.slice(0, maxIdLength).split(/\s+/)) if (id) this.#ids.add(id.replace(/^#/, ''));
  }

  has = (id: string | undefined): boolean => id !== undefined && this.#ids.has(id);
}

/** Whether visitors press an element to see more. */
export function isControl(name: string, attributes: Attributes): boolean {
  if (name === 'button' || name === 'summary') return true;
  if (attributes.size === 0) return false;
  return (
    attributes.has('aria-expanded') ||
    attributes.has('aria-controls') ||
    attributes.has('onclick') ||
    controlRoles.has(attributes.get('role') ?? '') ||
    (name === 'input' && /^(?:checkbox|radio|button)$/i.test(attributes.get('type') ?? ''))
  );
}

/** Whether an element calls itself something that a control opens. */
export const isPanel = (attributes: Attributes): boolean =>
  /^(?:tabpanel|region)$/.test(attributes.get('role') ?? '') ||
  attributes.get('hidden') === 'until-found' ||
  panel.test((attributes.get('class') ?? '').slice(0, 500));
