import { createDocumentWorker, createLeaseKeeper, type DocumentWorker } from '@docfleet/domain/document';
import type { Resources } from '@docfleet/pipeline/resources';
import type { Scope } from '@docfleet/runtime/service';
import { isNetworkCut } from '@docfleet/sandbox';
import type { ParserSettings } from './config.ts';
import { type ConverterPool, createConverterPool } from './isolation/converter-pool.ts';

export interface ParserContext extends Resources {
  readonly documents: DocumentWorker;
  readonly converters: ConverterPool;
  readonly ocrLanguages: readonly string[];
}

/** Creates the resources that the parser's handlers share; they are closed with the scope. */
export function createParserContext(
  scope: Scope,
  resources: Resources,
  { processes, limits, ocrLanguages }: ParserSettings,
): ParserContext {
  const { database, logger, metrics } = resources;
  const leases = scope.defer(createLeaseKeeper(database, logger), (keeper) => keeper.close());
  const converters = scope.defer(
    createConverterPool({ size: processes, limits, onEnd: metrics.converterEnded }),
    (pool) => pool.close(),
  );
  if (!isNetworkCut()) logger.warn('this machine does not let files be read in processes without a network');
  return {
    ...resources,
    documents: createDocumentWorker(database, leases, 'PARSE'),
    converters,
    ocrLanguages,
  };
}
