import { z } from 'zod';
import { defineQueue } from './define-queue.ts';

export const watchConnection = defineQueue({
  name: 'watch-connection',
  description: "Creates, renews and removes the channels through which a connection's vendor reports changes",
  payload: z.strictObject({ connectionId: z.uuid() }),
  dedupe: ({ connectionId }) => connectionId,
});
