import { AppError } from '@docfleet/errors';
import { parseJson } from '@docfleet/provider';
import type { z } from 'zod';
import { plainClientSchema } from '../../client-schema.ts';
import { defineConnector } from '../../define-connector.ts';
import type { Answer } from '../../exchange.ts';
import type { Connector, ConnectorContext, FetchedItem, ItemVersion } from '../../provider.ts';
import { accept } from '../../vendor-client.ts';
import { leaveBody, wholeBody } from '../../whole-body.ts';
import { type DropboxApi, downloadResult, dropboxVendor, exportResult, openDropboxApi } from './api.ts';
import { exportFormatOf } from './entries.ts';
import { findFile, listDropbox } from './list.ts';
import { dropboxPicker } from './picker.ts';
import { dropboxPush } from './push.ts';
import { dropboxSetup } from './setup.ts';
import { dropboxOAuth, dropboxSignIns } from './sign-in.ts';

/** Returns the metadata that a header states about the content; leaves the body and throws when the header is missing or unreadable. */
async function resultOf<Schema extends z.ZodType>({ headers, body }: Answer, schema: Schema) {
  try {
    return accept(parseJson(headers.get('dropbox-api-result') ?? ''), schema, dropboxVendor.name);
  } catch (error) {
    await leaveBody(body);
    throw error;
  }
}

const typeOf = ({ headers }: Answer) => headers.get('content-type') || 'application/octet-stream';
const exportedTypes: Readonly<Record<string, string>> = { markdown: 'text/markdown', html: 'text/html' };

/** Documents that exist in the cloud alone (Paper, Google's) have no bytes of their own. */
async function exportItem(api: DropboxApi, id: string): Promise<FetchedItem> {
  const metadata = await api.metadata(id);
  const format = metadata['.tag'] === 'file' ? exportFormatOf(metadata) : null;
  if (format === null)
    throw new AppError('ITEM_UNSUPPORTED', 'Dropbox neither downloads nor exports files of this kind');
  const answer = await api.content('export', { path: id, export_format: format });
  const result = await resultOf(answer, exportResult);
  const { name, size } = result.export_metadata;
  return {
    body: wholeBody(answer.body, { vendor: dropboxVendor.name, sizeBytes: size }),
    mimeType: exportedTypes[format ?? ''] ?? typeOf(answer),
    fileName: name,
    versionKey: result.file_metadata.rev,
  };
}

async function fetchItem(api: DropboxApi, { externalId }: ItemVersion): Promise<FetchedItem> {
  try {
    const answer = await api.content('download', { path: externalId });
    const { name, rev, size } = await resultOf(answer, downloadResult);
    const body = wholeBody(answer.body, { vendor: dropboxVendor.name, sizeBytes: size });
    return { body, mimeType: typeOf(answer), fileName: name, versionKey: rev };
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_UNSUPPORTED') return exportItem(api, externalId);
    throw error;
  }
}

/** Opens the connector of folders and files of a user and of the user's team, by `id:…` or path: https://www.dropbox.com/developers/documentation/http */
export function openDropbox(context: ConnectorContext): Connector {
  const api = openDropboxApi(context);
  return {
    list: (cursor, selection, signal) => listDropbox(api(signal), cursor, selection),
    find: (externalId, signal, covered) => findFile(api(signal), externalId, covered?.selection),
    fetch: (item, signal) => fetchItem(api(signal), item),
    async whoAmI(signal) {
      const { account_id, name } = await api(signal).account();
      return { accountId: account_id, name: name.display_name };
    },
  };
}

export const dropbox = defineConnector({
  name: 'DROPBOX',
  label: 'Dropbox',
  open: openDropbox,
  setup: dropboxSetup,
  consent: { oauth: dropboxOAuth, clientSchema: plainClientSchema, picker: dropboxPicker },
  signIns: dropboxSignIns,
  push: dropboxPush,
});
