import type { Attributes } from '../attributes.ts';
import type { Page } from '../page.ts';

/** What an element does when it opens; what it answers is done when it closes. 'skip' leaves out all that is in it. */
export type Rule = (page: Page, attributes: Attributes, name: string) => (() => void) | 'skip' | undefined;

export type Rules = Readonly<Record<string, Rule>>;

/** The same rule for several elements, their names apart by spaces. */
export function rulesFor(names: string, rule: Rule): Rules {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}
