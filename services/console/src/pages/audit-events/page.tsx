import type { AuditEvent } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { newestKeysQuery } from '../../api/queries.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { nextPageOf, usePages } from '../../use-pages.ts';
import { EventDialog } from './event-dialog.tsx';
import { Filters, useAuditFilter } from './filters.tsx';

const keyOf = ({ id }: AuditEvent) => id;

/**
 * Returns a function that names the key of an audit event, by its id where the name is unknown; an event without a key has the name of the
 * command line.
 */
function useActorOf() {
  const { data: keys = [] } = useQuery(newestKeysQuery);
  return ({ apiKeyId }: AuditEvent): string =>
    apiKeyId === null
      ? 'operator command line or docfleet'
      : (keys.find(({ id }) => id === apiKeyId)?.name ?? apiKeyId);
}

const columnsOf = (
  actorOf: (event: AuditEvent) => string,
  open: (event: AuditEvent) => void,
): readonly Column<AuditEvent>[] => [
  {
    key: 'action',
    header: 'Action',
    cell: (event) => <LinkButton onPress={() => open(event)}>{event.action}</LinkButton>,
  },
  {
    key: 'target',
    header: 'Target',
    from: 'tablet',
    cell: ({ targetType, targetId }) => (
      <>
        {targetType} <span className="soft">{targetId}</span>
      </>
    ),
  },
  { key: 'actor', header: 'By', from: 'tablet', cell: actorOf },
  {
    key: 'when',
    header: 'When',
    width: '8.5rem',
    cell: ({ createdAt }) => <TimeAgo at={createdAt.isoString} />,
  },
];

/** Page with the audit trail of the organization. */
export function Page() {
  const filter = useAuditFilter();
  const actorOf = useActorOf();
  const [opened, setOpened] = useState<AuditEvent>();
  const query = usePages({
    queryKey: ['audit-events', filter],
    load: (page, options) => api.auditEvents.list({ ...filter, ...page }, options),
  });
  return (
    <PageFrame title="Audit trail">
      <Filters />
      <Loaded query={query} rows={8}>
        {({ pages }, shown) => {
          const rows = pages.flatMap(({ auditEvents }) => auditEvents);
          if (rows.length === 0)
            return <Empty icon="audit" title="No change matches" text="Remove a filter to see more." />;
          return (
            <Table
              label="Audit trail"
              columns={columnsOf(actorOf, setOpened)}
              rows={rows}
              keyOf={keyOf}
              onEnd={nextPageOf(shown)}
            />
          );
        }}
      </Loaded>
      {opened && <EventDialog event={opened} actor={actorOf(opened)} onClose={() => setOpened(undefined)} />}
    </PageFrame>
  );
}
