import {
  type ClaimedDocument,
  type DocumentWorker,
  documentOwner,
  failDocument,
} from '@docfleet/domain/document';
import type { embedDocument, Handler, PayloadOf } from '@docfleet/queues';
import { withOwner } from '@docfleet/runtime/fairness';
import type { Resources } from './open-resources.ts';

/** Payload shared by all stage queues. */
type DocumentPayload = PayloadOf<typeof embedDocument>;

interface DocumentContext
  extends Pick<Resources, 'database' | 'dispatcher' | 'admissionWindow' | 'quotas' | 'disk'> {
  readonly documents: DocumentWorker;
}

/** The handler of one stage of documents: the work is done under the document's lease; an exhausted document is FAILED and leaves its namespace's window. */
export function documentHandler<Context extends DocumentContext>(
  context: Context,
  work: (context: Context, claim: ClaimedDocument, signal: AbortSignal) => Promise<void>,
): Handler<DocumentPayload> {
  return {
    async handle(payload, signal) {
      await context.disk.require();
      await context.documents.work(payload, signal, (claim, held) =>
        withOwner(documentOwner(claim), async () => {
          // A source may have added more documents than there is room for.
          await context.quotas.require(claim, {});
          await work(context, claim, held);
        }),
      );
    },
    async onExhausted(payload, error) {
      context.dispatcher.dispatch(await failDocument(context.database, payload, error));
      context.admissionWindow.refill(payload.namespaceId);
    },
  };
}
