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

/** Loads the newest 100 runs of one connection, or of all; `isAll` states whether there are no older ones. */
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

/** Labels of the sync schedules. The type requires one for each. */
const labels: Readonly<Record<Frequency, string>> = {
  NEVER: 'Manually',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  MONTHLY: 'Every month',
};

/** Sync schedules as options of a select box. The cast is safe: the type of `labels` allows no other keys. */
export const frequencies = (Object.keys(labels) as Frequency[]).map((value) => ({
  value,
  label: labels[value],
}));

/** Selection and settings of a sync, as its runs store them. */
export interface SyncConfig {
  readonly connectionId: string;
  /** Ids of the items to sync; null for the user's selection at the vendor, or the whole account without one. */
  readonly externalIds?: readonly string[] | null;
  readonly metadata?: Metadata;
  readonly ocrConfig?: { readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR' };
  readonly htmlContent?: 'MAIN' | 'WHOLE';
}

export interface SyncOrder {
  readonly config: SyncConfig;
  readonly chunkConfig?: ChunkConfig;
  /** New schedule; undefined keeps the current one. */
  readonly syncFrequency?: IngestJobRun['syncFrequency'];
}

export { connectorNames };

type ConnectorEntry = Omit<(typeof connectorFacts)[Connector], 'choosing'> & {
  readonly choosing: 'PICKER' | 'CONSENT' | 'IDS';
};

/** Returns the properties of a connector, such as its label and how its items are chosen. */
export const connectorOf = (name: Connector): ConnectorEntry => connectorFacts[name];
