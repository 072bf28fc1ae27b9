import { descendants, type HtmlElement, type HtmlNode } from './html-tree.ts';

/**
 * Returns the id of the part that a server sends behind the page for a placeholder, and a script puts in its place; undefined for other
 * elements. Placeholders are `<template id="B:1">` of React, where `<div hidden id="S:1">` follows, and `<noscript id="afph1">` of Marko.
 */
export function partOf(name: string, id: string | undefined): string | undefined {
  const [, react] = (name === 'template' && /^(.{0,50}[BP]:[\da-f]{1,8})$/.exec(id ?? '')) || [];
  if (react !== undefined) return react.replace(/[BP](?=:[\da-f]+$)/, 'S');
  const [, marko] = (name === 'noscript' && /^afph(.{1,100})$/.exec(id ?? '')) || [];
  return marko === undefined ? undefined : `af${marko}`;
}

const unread = new Set(['script', 'style', 'template', 'noscript', 'title', 'svg', 'head']);

/** Characters of text that are read, up to a limit. */
function lengthOf(nodes: readonly HtmlNode[], limit: number): number {
  let length = 0;
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined && length < limit; node = waiting.pop()) {
    if (typeof node === 'string') length += node.trim().length;
    else if (!unread.has(node.name)) waiting.push(...node.children);
  }
  return length;
}

/** Maximum number of placeholders that are filled: each takes a search among the elements beside it. */
const maxPlaceholders = 1_000;

/** Puts nodes in the place of an element. They may be more than a call takes as arguments. */
function replace(element: HtmlElement, nodes: readonly HtmlNode[]): void {
  const { parent } = element;
  const at = parent?.children.indexOf(element) ?? -1;
  if (!parent || at < 0) return;
  const [, ...after] = parent.children.splice(at);
  for (const node of nodes) {
    if (typeof node !== 'string') node.parent = parent;
    parent.children.push(node);
  }
  for (const node of after) parent.children.push(node);
}

function placeParts(all: readonly HtmlElement[]): void {
  const placeholders = new Map<string, HtmlElement>();
  for (const element of all) {
    const part = partOf(element.name, element.attributes.get('id'));
    if (part !== undefined && placeholders.size < maxPlaceholders) placeholders.set(part, element);
  }
  if (placeholders.size === 0) return;
  for (const part of all) {
    const id = part.attributes.get('id') ?? '';
    const placeholder = placeholders.get(id);
    if (!placeholder || part.name !== 'div' || isWithin(placeholder, part)) continue;
    // A second part of the same id would be taken out of its place and put nowhere.
    placeholders.delete(id);
    replace(part, []);
    replace(placeholder, part.children);
  }
}

function isWithin(element: HtmlElement, outer: HtmlElement): boolean {
  for (let around = element.parent; around; around = around.parent) if (around === outer) return true;
  return false;
}

/** Characters of a page that is shown by scripts alone, and of its text for visitors without them, which is the page then. */
const maxShown = 400;
const minInstead = 800;

function showInstead(root: HtmlElement, all: readonly HtmlElement[]): void {
  const isLong = ({ name, children }: HtmlElement) =>
    name === 'noscript' && lengthOf(children, minInstead) >= minInstead;
  const long = all.filter(isLong);
  if (long.length === 0 || lengthOf(root.children, maxShown) >= maxShown) return;
  for (const element of long) replace(element, element.children);
}

/**
 * Brings a tree into the form that it has as soon as the scripts of a page have run: parts that were sent behind the page stand in their
 * places, and a page that has nothing else shows what it has for visitors without scripts.
 */
export function settlePage(root: HtmlElement): void {
  const all = [...descendants(root)];
  placeParts(all);
  showInstead(root, all);
}
