import type { DocfleetClient } from '@docfleet/sdk';

/** The same ingestion by the method of each connector. */
export function connectorCalls(
  { ingest }: DocfleetClient,
  namespaceId: string,
  config: { readonly connectionId: string; readonly externalIds: string[] },
): Promise<unknown>[] {
  return [
    ingest.notion({ namespaceId, ingestConfig: { source: 'NOTION', config } }),
    ingest.googleDrive({ namespaceId, ingestConfig: { source: 'GOOGLE_DRIVE', config } }),
    ingest.dropbox({ namespaceId, ingestConfig: { source: 'DROPBOX', config } }),
    ingest.onedrive({ namespaceId, ingestConfig: { source: 'ONEDRIVE', config } }),
    ingest.sharepoint({ namespaceId, ingestConfig: { source: 'SHAREPOINT', config } }),
    ingest.box({ namespaceId, ingestConfig: { source: 'BOX', config } }),
    ingest.confluence({ namespaceId, ingestConfig: { source: 'CONFLUENCE', config } }),
    ingest.s3({ namespaceId, ingestConfig: { source: 'S3', config } }),
  ];
}
