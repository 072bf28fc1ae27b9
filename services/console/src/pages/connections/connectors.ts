import {
  type ChunkConfig,
  type Connector,
  connectorFacts,
  connectors as connectorNames,
  type IngestJobRun,
  type Metadata,
} from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const pageSize = 100;

/** The newest runs of one connection, or of all of them; `isAll` when there are no others. */
export const connectionRunsQuery = (namespaceId: string, tenantId: string, connectionId?: string) =>
  queryOptions({
    queryKey: ['runs', 'connections', namespaceId, tenantId, connectionId],
    async queryFn({ signal }) {
      const filter =
        connectionId === undefined
          ? { ingestionSources: [...connectorNames] }
          : { connectionIds: [connectionId] };
      const { ingestJobRuns, hasNextPage } = await api.runs.list(
        { namespaceId, ...filter, pagination: { pageSize } },
        { signal },
      );
      return { runs: ingestJobRuns, isAll: !hasNextPage };
    },
  });

type Frequency = IngestJobRun['syncFrequency'];

/** The schedules of a sync. A missing one does not compile. */
const labels: Readonly<Record<Frequency, string>> = {
  NEVER: 'Manually',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  MONTHLY: 'Every month',
};

/** The same for a choice. The keys of that table are its type's. */
export const frequencies = (Object.keys(labels) as Frequency[]).map((value) => ({
  value,
  label: labels[value],
}));

/** The selection of a sync and its settings, as its runs store them. */
export interface SyncConfig {
  readonly connectionId: string;
  /** null: the selection of the user, or everything. */
  readonly externalIds?: readonly string[] | null;
  readonly metadata?: Metadata;
  readonly ocrConfig?: { readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR' };
}

export interface SyncOrder {
  readonly config: SyncConfig;
  readonly chunkConfig?: ChunkConfig;
  /** Unset: as it was. */
  readonly syncFrequency?: IngestJobRun['syncFrequency'];
}

export { connectorNames };

type ConnectorEntry = Omit<(typeof connectorFacts)[Connector], 'choosing'> & {
  readonly choosing: 'PICKER' | 'CONSENT' | 'IDS';
};

/** A connector by its name. */
export const connectorOf = (name: Connector): ConnectorEntry => connectorFacts[name];
