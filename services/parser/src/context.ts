import { createDocumentWorker, createLeaseKeeper, type DocumentWorker } from '@docfleet/domain';
import type { Resources } from '@docfleet/resources';
import type { Scope } from '@docfleet/service';

export interface ParserContext extends Resources {
  readonly documents: DocumentWorker;
}

/** What the parser's handlers work with. */
export function createParserContext(scope: Scope, resources: Resources): ParserContext {
  const leases = scope.defer(createLeaseKeeper(resources.database, resources.logger), (keeper) =>
    keeper.close(),
  );
  return { ...resources, documents: createDocumentWorker(resources.database, leases, 'PARSE') };
}
