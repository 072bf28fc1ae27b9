import { localModels, type ModelSource, openSentenceModel, wordTable } from '@docfleet/embedding/onnx';
import { AppError } from '@docfleet/errors';

const preferred = localModels[0];

/**
 * The name of the model that the quickstart's namespace gets: the sentence model that docfleet contains, and where ONNX Runtime
 * has no build for the machine, the word table, which `print` reports.
 */
export async function preferModel(source: ModelSource, print: (line: string) => void): Promise<string> {
  try {
    await openSentenceModel(preferred, source).embed(['Does it run here?'], 'query');
    return preferred.name;
  } catch (error) {
    const { message, details } = AppError.from(error);
    // The first line of what Node says: modules that wanted the missing one follow.
    const reason = details.reason ? ` (${String(details.reason).split('\n', 1)[0]})` : '';
    print(`Searching with ${wordTable}, which goes by words more than by meaning. ${message}${reason}.`);
    return wordTable;
  }
}
