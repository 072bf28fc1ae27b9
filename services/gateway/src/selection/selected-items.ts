import type { Connection, SelectedItem } from '@docfleet/domain/connection';
import { z } from 'zod';

const storedIds = z.array(z.string());
const storedNames = z.record(z.string(), z.string());

/** Returns the items that were chosen for a connection, each with its name at the time of the choice; null: everything. */
export function selectedItems({
  selection,
  selectionNames,
}: Pick<Connection, 'selection' | 'selectionNames'>): SelectedItem[] | null {
  const ids = storedIds.safeParse(selection).data;
  const names = storedNames.safeParse(selectionNames).data ?? {};
  return ids ? ids.map((id) => ({ id, name: names[id] ?? id })) : null;
}
