import { AppError } from '@docfleet/errors';
import { defineConnector } from '../../define-connector.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';
import { wholeBody } from '../../whole-body.ts';
import { openS3Api } from './api.ts';
import { findObject, idPrefixOf, listBucket } from './list.ts';
import { s3SignIns, storedS3Settings } from './settings.ts';
import { s3Setup } from './setup.ts';
import { s3Vendor } from './vendor.ts';

/** A bucket of S3 or of a compatible server, read with keys that its owner enters. */
export function openS3(context: ConnectorContext): Connector {
  const settings = storedS3Settings.parse(context.settings);
  const api = openS3Api(settings, context);
  const ids = idPrefixOf(settings);
  return {
    list: (cursor, selection, signal) => listBucket(api(signal), settings, cursor, selection),
    async find(externalId, signal, covered) {
      return externalId.startsWith(ids)
        ? findObject(api(signal), settings, externalId, covered?.selection)
        : undefined;
    },
    async fetch({ externalId, versionKey, sizeBytes }, signal) {
      if (!externalId.startsWith(ids))
        throw new AppError('ITEM_NOT_FOUND', 'The item lies in another bucket than that of the connection');
      const key = externalId.slice(ids.length);
      const { body, mimeType, version, isCompressed } = await api(signal).get(key);
      // One that was written since then may have another size.
      const listed = version === versionKey && !isCompressed ? sizeBytes : undefined;
      const whole = wholeBody(body, { vendor: s3Vendor.name, sizeBytes: listed });
      return { body: whole, mimeType, fileName: key.slice(key.lastIndexOf('/') + 1), versionKey: version };
    },
    async whoAmI(signal) {
      await api(signal).list({ prefix: settings.prefix, maxKeys: 1 });
      return { accountId: ids.slice(0, -1), name: settings.bucket };
    },
  };
}

export const s3 = defineConnector({
  name: 'S3',
  label: 'S3 bucket',
  open: openS3,
  setup: s3Setup,
  signIns: s3SignIns,
});
