import { useSearch } from '@tanstack/react-router';
import { Filter } from '../../parts/filter.tsx';
import { FilterField } from '../../parts/filter-field.tsx';

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
export function useAuditFilter() {
  const search = useSearch({ strict: false });
  const from = dayOf(search['from'], 0);
  const to = dayOf(search['to'], 1);
  const set = names.flatMap((name) => (search[name] ? [[name, search[name]] as const] : []));
  return { ...Object.fromEntries(set), ...(from && { from }), ...(to && { to }) };
}

/** Filters of the audit trail. */
export const Filters = () => (
  <search className="audit-filters">
    <FilterField name="action" label="Action" placeholder="api_key.revoked" />
    <Filter name="targetType" label="Type of target" every="Every type" values={targetTypes} />
    <FilterField name="targetId" label="Target" placeholder="Id or name" />
    <FilterField name="apiKeyId" label="Key" placeholder="Id" />
    <FilterField name="from" label="From" type="date" />
    <FilterField name="to" label="Until" type="date" />
  </search>
);
