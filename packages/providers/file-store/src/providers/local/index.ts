import { join, resolve } from 'node:path';
import { type OperatorSettings, readSettings } from '@docfleet/provider';
import { storageConfig } from '@docfleet/runtime/config';
import { z } from 'zod';
import { defineFileStoreProvider } from '../../provider.ts';
import { openLocalStore } from './store.ts';

/** Settings of LOCAL: none, as only the operator chooses the folder. */
const localConfig = z
  .strictObject({ type: z.literal('LOCAL') })
  .meta({ title: 'Local folder', description: 'On the disk of this installation' });

const settings = {
  ...storageConfig,
  LOCAL_FILES_DIR: z.string().optional().describe('Folder of the LOCAL file store; unset: $DATA_DIR/files'),
};

/** Returns the operator's folder of local files. */
export function localFilesDirectory(given: OperatorSettings | undefined): string {
  const { LOCAL_FILES_DIR, DATA_DIR } = readSettings(settings, given);
  return resolve(LOCAL_FILES_DIR ?? join(DATA_DIR, 'files'));
}

export const local = defineFileStoreProvider(
  localConfig,
  (_config, context) => openLocalStore(localFilesDirectory(context.settings), context.namespaceId),
  settings,
);
