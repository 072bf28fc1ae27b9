import { z } from 'zod';
import { defineFileStoreProvider } from '../../provider.ts';
import { openLocalStore } from './store.ts';

/** Settings of LOCAL: none, as only the operator chooses the folder. */
const localConfig = z
  .strictObject({ type: z.literal('LOCAL') })
  .meta({ title: 'Local folder', description: 'On the disk of this installation' });

export const local = defineFileStoreProvider(localConfig, (_config, context) => openLocalStore(context));
