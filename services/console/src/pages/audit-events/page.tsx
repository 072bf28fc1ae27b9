import type { AuditEvent } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { newestKeysQuery } from '../../api/queries.ts';
import { LinkButton } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Terms } from '../../parts/detail.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Filter } from '../../parts/filter.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatMoment, TimeAgo } from '../../parts/time-ago.tsx';
import { nextPageOf, usePages } from '../../use-pages.ts';

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
const names = ['action', 'targetType', 'targetId', 'apiKeyId'] as const;

/** Returns the beginning of a day in the user's time zone, in ISO 8601; undefined for an invalid date. */
function dayOf(text: string | undefined, daysLater: number): string | undefined {
  const day = new Date(`${text ?? ''}T00:00:00`);
  if (Number.isNaN(day.getTime())) return undefined;
  day.setDate(day.getDate() + daysLater);
  return day.toISOString();
}

/** Returns the filter that the address contains; `to` is the last day that is shown. */
function useAuditFilter() {
  const search = useSearch({ strict: false });
  const from = dayOf(search['from'], 0);
  const to = dayOf(search['to'], 1);
  const set = names.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []));
  return { ...Object.fromEntries(set), ...(from && { from }), ...(to && { to }) };
}

/** Filters of the audit trail. */
const Filters = () => (
  <search className="audit-filters">
    <FilterField name="action" label="Action" placeholder="api_key.revoked" />
    <Filter name="targetType" label="Type of target" every="Every type" values={targetTypes} />
    <FilterField name="targetId" label="Target" placeholder="Id or name" />
    <FilterField name="apiKeyId" label="Key" placeholder="Id" />
    <FilterField name="from" label="From" type="date" />
    <FilterField name="to" label="Until" type="date" />
  </search>
);

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
