import {
  type ChunkConfig,
  type ConfigForm,
  type Connector,
  connectors as connectorNames,
  type IngestJobRun,
  type Metadata,
} from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { wordsOf } from '../../parts/badge.tsx';

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

interface ConnectorEntry {
  /** The namespace's configuration of the OAuth client; null where settings take the place of a consent. */
  readonly config: ConfigForm['config'] | null;
  /** Where the user selects what is read: in the picker, with the consent or the settings, or not at all, so that ids are needed. */
  readonly choosing: 'PICKER' | 'CONSENT' | 'IDS';
  /** The kind of items that ids refer to. */
  readonly ids: string;
  /** What can be chosen by its name, where the vendor has no picker for it. */
  readonly named?: string;
  /** How ids are written that are more than what the vendor shows. */
  readonly forms?: string;
}

const picked = { choosing: 'PICKER', ids: 'files and folders' } as const;

/** The connectors. A missing one does not compile. */
const connectors: Readonly<Record<Connector, ConnectorEntry>> = {
  GOOGLE_DRIVE: { config: 'googleDriveConfig', ...picked },
  NOTION: { config: 'notionConfig', choosing: 'CONSENT', ids: 'pages' },
  DROPBOX: { config: 'dropboxConfig', ...picked },
  ONEDRIVE: { config: 'onedriveConfig', ...picked },
  SHAREPOINT: {
    config: 'sharepointConfig',
    choosing: 'PICKER',
    ids: 'files, folders, libraries, sites, pages and lists',
    named: 'Sites',
    forms: 'pages:<site> and lists:<site> are the pages and the lists of a site.',
  },
  BOX: { config: 'boxConfig', ...picked, forms: 'file:<id> and folder:<id> say which of the two it is.' },
  CONFLUENCE: {
    config: 'confluenceConfig',
    choosing: 'IDS',
    ids: 'pages, blog posts and spaces',
    named: 'Spaces',
    forms: 'blog:<id> is a blog post, and space:<KEY> a whole space.',
  },
  S3: { config: null, choosing: 'CONSENT', ids: 'keys and prefixes' },
};

export { connectorNames };

/** A connector by its name. */
export const connectorOf = (name: Connector): ConnectorEntry & { readonly label: string } => ({
  ...connectors[name],
  label: wordsOf(name),
});
