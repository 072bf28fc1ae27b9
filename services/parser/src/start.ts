import { jobsOf, startJobs } from '@docfleet/api/extension';
import type { Resources } from '@docfleet/pipeline/resources';
import { convertFile, parseDocument, startWorker } from '@docfleet/queues';
import { extensions } from '@docfleet/registry';
import { repeat, type Scope } from '@docfleet/runtime/service';
import { abandonedWorkTask } from '@docfleet/sandbox';
import type { ParserSettings } from './config.ts';
import { createParserContext } from './context.ts';
import { convertFileHandler, withMarkdown } from './convert-file.ts';
import { parseDocumentHandler } from './parse-document.ts';

export { convertToMarkdown, describeMissingPrograms, findMissingPrograms } from '@docfleet/formats';
export { parserSettings, parserSettingsOf } from './config.ts';

/** Starts the parser's workers; they stop when the scope closes. */
export function startParser(scope: Scope, resources: Resources, settings: ParserSettings): void {
  const context = createParserContext(scope, resources, settings);
  const { concurrency, processes: parallel } = settings;
  const workerOptions = { ...resources.workerOptions, concurrency, parallel };
  const workers = [
    startWorker(parseDocument, parseDocumentHandler(context), workerOptions),
    startWorker(convertFile, convertFileHandler(context), workerOptions),
  ];
  repeat(scope, [abandonedWorkTask], resources.logger);
  scope.defer(workers, () => Promise.all(workers.map((worker) => worker.close())));
  startJobs(scope, jobsOf(extensions, 'parser'), {
    ...resources,
    workerOptions,
    withMarkdown: (conversion, options, use) => withMarkdown(context, conversion, options, use),
  });
}
