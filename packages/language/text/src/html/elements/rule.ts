import type { Attributes } from '../attributes.ts';
import type { Page } from '../page.ts';

/** Handles the opening tag of an element. The returned function runs at its closing tag; 'skip' omits the element and its content. */
export type Rule = (page: Page, attributes: Attributes, name: string) => (() => void) | 'skip' | undefined;

export type Rules = Readonly<Record<string, Rule>>;

/** Maps several element names, separated by spaces, to one rule. */
export function rulesFor(names: string, rule: Rule): Rules {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}
