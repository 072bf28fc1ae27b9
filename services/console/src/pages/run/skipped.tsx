import type { IngestJobRunDocuments } from '@docfleet/sdk';
import { formatNumber, shorten } from '../../parts/format.ts';
import { Card } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';

type SkippedItem = NonNullable<IngestJobRunDocuments['items']>['skippedItems'][number];

const columns: readonly Column<SkippedItem>[] = [
  { key: 'name', header: 'Item', cell: ({ name, externalId }) => shorten(name || externalId, 300) },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
];

/** List of the items of a connection that a run skipped. */
export function Skipped({ items }: { readonly items: IngestJobRunDocuments['items'] }) {
  if (!items || items.skippedItems.length === 0) return null;
  const { skipped, skippedItems } = items;
  const shown = skippedItems.length < skipped ? `, the first ${formatNumber(skippedItems.length)}` : '';
  return (
    <Card title={`Skipped: ${formatNumber(skipped)}${shown}`}>
      <Table
        label="Skipped items"
        columns={columns}
        rows={skippedItems}
        keyOf={({ externalId }) => externalId}
      />
    </Card>
  );
}
