import type { IngestJobRunDocuments } from '@docfleet/sdk';
import { formatNumber } from '../../parts/numbers.ts';
import { type Column, Table } from '../../parts/table.tsx';

type Items = NonNullable<IngestJobRunDocuments['items']>;
type Item = Items['skippedItems'][number];

const columns: readonly Column<Item>[] = [
  { key: 'name', header: 'Item', cell: ({ name, externalId }) => <span title={externalId}>{name}</span> },
  { key: 'reason', header: 'Why', cell: ({ reason }) => reason },
];

/** What cannot be ingested, and why. */
export const Skipped = ({ items: { skipped, skippedItems } }: { readonly items: Items }) => (
  <details>
    <summary>
      {formatNumber(skipped)} skipped
      {skipped > skippedItems.length && `, of which these are the first ${skippedItems.length}`}
    </summary>
    <Table
      label="Skipped items"
      columns={columns}
      rows={skippedItems}
      keyOf={({ externalId }) => externalId}
    />
  </details>
);
