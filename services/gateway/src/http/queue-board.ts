import type { RequestListener } from 'node:http';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { queuesOf } from '@docfleet/api/extension';
import { allQueues, openQueues, type QueueConnection } from '@docfleet/queues';
import { extensions } from '@docfleet/registry';

/** Pages that show the content of the queues. */
export interface QueueBoard {
  /** Handles requests below the path that the board was opened for, which Express has removed. It does not authenticate. */
  readonly handle: RequestListener;
  close(): Promise<void>;
}

/** Opens a read-only Bull Board for all queues. `path` is the path that its pages are served at. */
export function openQueueBoard(connection: QueueConnection, path: string): QueueBoard {
  const { queues, close } = openQueues(connection, [...allQueues, ...queuesOf(extensions)]);
  const serverAdapter = new ExpressAdapter().setBasePath(path);
  createBullBoard({
    queues: queues.map(
      ({ queue, description, shard }) =>
        new BullMQAdapter(queue, {
          readOnlyMode: true,
          allowRetries: false,
          description,
          ...(shard !== undefined && { prefix: `${shard}-` }),
        }),
    ),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'docfleet queues', hideDocsLink: true } },
  });
  return { handle: serverAdapter.getRouter(), close };
}
