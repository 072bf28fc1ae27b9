import type { Resources } from '@docfleet/pipeline/resources';
import { convertFile, parseDocument, startWorker } from '@docfleet/queues';
import { repeat, type Scope } from '@docfleet/runtime/service';
import { abandonedWorkTask } from '@docfleet/sandbox';
import type { ParserSettings } from './config.ts';
import { createParserContext } from './context.ts';
import { convertFileHandler } from './convert-file.ts';
import { parseDocumentHandler } from './parse-document.ts';

export { convertToMarkdown, describeMissingPrograms, findMissingPrograms } from '@docfleet/formats';
export { parserSettings, parserSettingsOf } from './config.ts';

/** Starts the parser's workers; they stop when the scope closes. */
export function startParser(scope: Scope, resources: Resources, settings: ParserSettings): void {
  const { workerOptions } = resources;
  const context = createParserContext(scope, resources, settings);
  const { concurrency, processes } = settings;
  const workers = [
    startWorker(parseDocument, parseDocumentHandler(context), {
      ...workerOptions,
      concurrency,
      parallel: processes,
    }),
    startWorker(convertFile, convertFileHandler(context), {
      ...workerOptions,
      concurrency,
      parallel: processes,
    }),
  ];
  repeat(scope, [abandonedWorkTask], resources.logger);
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
}
