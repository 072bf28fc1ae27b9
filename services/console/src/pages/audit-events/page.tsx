import type { AuditEvent } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, newestKeysQuery } from '../../api/client.ts';
import { LinkButton } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { column, formatMoment, TimeAgo } from '../../parts/columns.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { dayOf } from '../../parts/format.ts';
import { type FilterEntry, ListPage, useFilters, usePages } from '../../parts/list.tsx';
import { Terms } from '../../parts/page.tsx';
import type { Column } from '../../parts/table.tsx';

interface EventDialogProps {
  readonly event: AuditEvent;
  /** Name of the key that made the change. */
  readonly actor: string;
  readonly onClose: () => void;
}

/** Dialog with all fields of an audit event and a link to similar events. */
function EventDialog({ event, actor, onClose }: EventDialogProps) {
  const { action, targetType, targetId, apiKeyId, tenantId, requestId, details, createdAt } = event;
  const alike: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['This action', { action }],
    ...(targetId === null ? [] : [['This target', { targetType, targetId }] as const]),
    ...(apiKeyId === null ? [] : [['This key', { apiKeyId }] as const]),
  ];
  return (
    <Dialog title={action} isOpen onClose={onClose}>
      <Terms
        terms={{
          When: formatMoment(createdAt.isoString),
          By: actor,
          Target: (
            <>
              {targetType} {targetId !== null && <code>{targetId}</code>}
            </>
          ),
          ...(tenantId !== null && { Tenant: tenantId }),
          ...(requestId !== null && { Request: <code>{requestId}</code> }),
        }}
      />
      <CodeBlock label="Details" text={JSON.stringify(details, null, 2)} />
      <DialogButtons>
        {alike.map(([label, search]) => (
          <Link key={label} to="/audit-events" search={search} className="button" onClick={onClose}>
            {label}
          </Link>
        ))}
      </DialogButtons>
    </Dialog>
  );
}

/** Types of objects that audit events refer to. */
const targetTypes = ['api_key', 'namespace', 'connection', 'webhook', 'document', 'ingest_job_run'];
const filters: readonly FilterEntry[] = [
  { name: 'action', label: 'Action', placeholder: 'api_key.revoked' },
  { name: 'targetType', label: 'Type of target', every: 'Every type', values: targetTypes },
  { name: 'targetId', label: 'Target', placeholder: 'Id or name' },
  { name: 'apiKeyId', label: 'Key', placeholder: 'Id' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'Until', type: 'date' },
];

/** Returns the filter that the address contains; `to` is the last day that is shown. */
function useAuditFilter() {
  const { from: first, to: last, ...names } = useFilters(filters);
  const [from, to] = [dayOf(first, 0), dayOf(last, 1)];
  return { ...names, ...(from && { from }), ...(to && { to }) };
}

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
  column('Action', (event) => <LinkButton onPress={() => open(event)}>{event.action}</LinkButton>),
  column(
    'Target',
    ({ targetType, targetId }) => (
      <>
        {targetType} <span className="soft">{targetId}</span>
      </>
    ),
    { from: 'tablet' },
  ),
  column('By', actorOf, { from: 'tablet' }),
  column('When', ({ createdAt }) => <TimeAgo at={createdAt.isoString} />, { width: '8.5rem' }),
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
    <ListPage
      label="Audit trail"
      filters={filters}
      query={query}
      rowsOf={({ pages }) => pages.flatMap(({ auditEvents }) => auditEvents)}
      columns={columnsOf(actorOf, setOpened)}
      empty={{ icon: 'audit', title: 'No change matches', text: 'Remove a filter to see more.' }}
      after={
        opened && <EventDialog event={opened} actor={actorOf(opened)} onClose={() => setOpened(undefined)} />
      }
    />
  );
}
