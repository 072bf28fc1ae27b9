import { parseDocument, startWorker } from '@docfleet/queues';
import type { Resources } from '@docfleet/resources';
import type { Scope } from '@docfleet/service';
import type { ParserSettings } from './config.ts';
import { createParserContext } from './context.ts';
import { parseDocumentHandler } from './parse-document.ts';

/** Starts the parser's worker; it stops when the scope closes. */
export function startParser(scope: Scope, resources: Resources, settings: ParserSettings): void {
  const { logger, queueConnection: connection } = resources;
  const handler = parseDocumentHandler(createParserContext(scope, resources, settings));
  const { concurrency } = settings;
  scope.defer(startWorker(parseDocument, handler, { connection, concurrency, logger }), (worker) =>
    worker.close(),
  );
}
