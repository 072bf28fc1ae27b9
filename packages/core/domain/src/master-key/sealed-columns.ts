/** A column that holds what the vault has sealed. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that name a row, with their types, in the order of the primary key. */
  readonly key: readonly { readonly column: string; readonly type: string }[];
  /** SQL for the place that the value is sealed for. */
  readonly place: string;
}

const byId = [{ column: 'id', type: 'uuid' }] as const;

/**
 * Every such column except the headers of scrape jobs, which are in a JSON column (`reseal-headers.ts`). The secrets of the fleet come
 * last: a process that starts with the new key alone is refused until everything else is resealed.
 */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'namespaces', column: 'sealedSecrets', key: byId, place: 'id::text' },
  { table: 'namespaces', column: 'sealedPreviousSecrets', key: byId, place: 'id::text' },
  { table: 'webhooks', column: 'sealedKey', key: byId, place: 'id::text' },
  { table: 'webhooks', column: 'sealedOldKey', key: byId, place: 'id::text' },
  { table: 'connections', column: 'sealedTokens', key: byId, place: 'id::text' },
  {
    table: 'notification_channels',
    column: 'sealedSecret',
    key: [
      { column: 'connector', type: 'text' },
      { column: 'id', type: 'uuid' },
    ],
    place: `'notification-channel/' || id`,
  },
  {
    table: 'oauth_states',
    column: 'sealedVerifier',
    key: [{ column: 'stateHash', type: 'bytea' }],
    place: '"connectionId"::text',
  },
  {
    table: 'idempotency_records',
    column: 'sealedBody',
    key: [
      { column: 'organizationId', type: 'uuid' },
      { column: 'key', type: 'text' },
    ],
    place: `'idempotency/' || "organizationId" || '/' || key`,
  },
  {
    table: 'fleet_secrets',
    column: 'sealedValue',
    key: [{ column: 'name', type: 'text' }],
    place: `'fleet-secret/' || name`,
  },
];
