import { z } from 'zod';
import { defineFileStoreProvider } from '../../provider.ts';
import { openLocalStore } from './store.ts';

/** Where it lies is the operator's to say. */
const localConfig = z
  .strictObject({ type: z.literal('LOCAL') })
  .meta({ title: 'Local folder', description: 'On the disk of this installation' });

export const local = defineFileStoreProvider(localConfig, (_config, context) => openLocalStore(context));
