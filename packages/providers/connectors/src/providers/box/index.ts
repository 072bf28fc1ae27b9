import { retryAfterMs } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { readBody } from '@docfleet/provider';
import { z } from 'zod';
import { clientSchema, clientText } from '../../client-schema.ts';
import { defineConnector } from '../../define-connector.ts';
import type { Connector, ConnectorContext, FetchedItem, ItemVersion } from '../../provider.ts';
import { wholeBody } from '../../whole-body.ts';
import { type BoxApi, boxVendor, openBoxApi } from './api.ts';
import { isNote, sortItems, versionOf } from './items.ts';
import { findFile, listBox } from './list.ts';
import { unknownNote } from './note.ts';
import { boxPicker } from './picker.ts';
import { boxPush } from './push.ts';
import { boxSetup } from './setup.ts';
import { boxOAuth, boxSignIns } from './sign-in.ts';

const maxNoteBytes = 32 * 1024 * 1024;

async function* noteMarkdown(
  body: AsyncIterable<Uint8Array>,
  { markup }: ConnectorContext,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const note = (await readBody(body, maxNoteBytes, unknownNote)).toString();
  yield Buffer.from(await markup.toMarkdown('boxNote', note, signal));
}

async function fetchFile(
  api: BoxApi,
  { externalId }: ItemVersion,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<FetchedItem> {
  const file = await api.file(externalId);
  const [skipped] = sortItems([file]).skipped;
  if (skipped) throw new AppError('ITEM_UNSUPPORTED', skipped.reason);
  const { status, headers, body: received } = await api.content(externalId);
  if (status === 202) {
    // Before its first part is asked for, a generator has nothing to clean up.
    for await (const _ of received) break;
    const waitMs = retryAfterMs(headers);
    throw new AppError('PROVIDER_UNAVAILABLE', 'Box has not finished receiving this file', {
      details: { status, ...(waitMs !== undefined && { retryAfterMs: waitMs }) },
    });
  }
  const versionKey = versionOf(file);
  const body = wholeBody(received, { vendor: boxVendor.name, sizeBytes: file.size });
  if (isNote(file))
    return {
      body: noteMarkdown(body, context, signal),
      mimeType: 'text/markdown',
      fileName: `${file.name}.md`,
      versionKey,
    };
  const mimeType = headers.get('content-type') || 'application/octet-stream';
  return { body, mimeType, fileName: file.name, versionKey };
}

/** Opens the connector of files below the user's root, or below the selected files and folders: https://developer.box.com/reference */
export function openBox(context: ConnectorContext): Connector {
  const api = openBoxApi(context);
  return {
    list: (cursor, selection, signal) => listBox(api(signal), cursor, selection),
    find: (externalId, signal, covered) => findFile(api(signal), externalId, covered?.selection),
    fetch: (item, signal) => fetchFile(api(signal), item, context, signal),
    async whoAmI(signal) {
      const { id, name, login } = await api(signal).user();
      return { accountId: id, name: name ?? login ?? null };
    },
  };
}

const boxClient = clientSchema
  .extend({
    signatureKeys: z
      .strictObject({
        primary: clientText.meta({ title: 'Primary signature key', writeOnly: true }),
        secondary: clientText.optional().meta({ title: 'Secondary signature key', writeOnly: true }),
      })
      .optional()
      .meta({
        title: 'Signature keys',
        description:
          'With which Box signs its notifications of changes; without them changes are found by polling',
        writeOnly: true,
      }),
  })
  .meta({ id: 'BoxClient' });

export const box = defineConnector({
  name: 'BOX',
  label: 'Box',
  open: openBox,
  setup: boxSetup,
  consent: { oauth: boxOAuth, clientSchema: boxClient, picker: boxPicker },
  signIns: boxSignIns,
  push: boxPush,
});
