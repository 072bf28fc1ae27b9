import type { NotionPage, NotionProperty } from './notion-workspace.ts';

/** Maximum of values of a property that a page includes; more have to be requested. */
const maxShown = 25;

/** Rollup of values, or a computed one: over the included pages, and over all (`ofAll`). */
interface Rollup {
  readonly rollup: { readonly type: string; readonly array?: readonly NotionProperty[] };
  readonly ofAll?: object;
}

function shownValues(name: string, { type, ofAll: _ofAll, ...rest }: NotionProperty): NotionProperty {
  const { rollup } = rest as Partial<Rollup>;
  if (rollup?.array) return { id: name, type, rollup: { ...rollup, array: rollup.array.slice(0, maxShown) } };
  const all = rest[type];
  const isCut = Array.isArray(all) && all.length > maxShown;
  return {
    id: name,
    ...rest,
    type,
    ...(isCut && { [type]: all.slice(0, maxShown) }),
    // Notion marks relations alone.
    ...(type === 'relation' && { has_more: isCut }),
  };
}

/** Returns the properties of a page as the page itself includes them. */
export const shownProperties = ({ properties }: NotionPage) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, shownValues(name, one)]));

/** Returns all values of a property, each as an item; undefined when it is no list. */
export function valuesOf(name: string, property: NotionProperty): object[] | undefined {
  const item = (type: string, value: unknown) => ({ object: 'property_item', id: name, type, [type]: value });
  if (property.type !== 'rollup') {
    const all = property[property.type];
    return Array.isArray(all) ? all.map((one) => item(property.type, one)) : undefined;
  }
  const { array = [] } = (property as unknown as Rollup).rollup;
  // A text of several parts is an item for each.
  return array.flatMap((one) => {
    const given = one[one.type];
    const parts: unknown[] = Array.isArray(given) ? given : [given];
    return parts.map((part) => item(one.type, part));
  });
}

/** Returns the description of a property without its values; that of a rollup includes its result over all values. */
export function describedBy(name: string, property: NotionProperty): object {
  const { type } = property;
  if (type !== 'rollup') return { id: name, type, [type]: {} };
  const { rollup, ofAll } = property as unknown as Rollup;
  return { id: name, type, rollup: rollup.array ? { ...rollup, array: [] } : (ofAll ?? rollup) };
}
