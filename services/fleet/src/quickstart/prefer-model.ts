import { ensureModelFiles, localModels, type ModelSource } from '@docfleet/embedding/onnx';
import { AppError } from '@docfleet/errors';

const preferred = localModels[0];
/** With its downloads the quickstart has 90 seconds; over a slower line the model is there at the next start. */
const downloadTimeoutMs = 60_000;

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/**
 * The name of the model that the quickstart's namespace gets: a sentence model where it is at hand or can be fetched, and
 * otherwise the table that docfleet brings along, which `print` reports.
 */
export async function preferModel(
  source: Omit<ModelSource, 'onProgress'>,
  print: (line: string) => void,
): Promise<string> {
  let announced = false;
  const onProgress: ModelSource['onProgress'] = ({ file }) => {
    if (announced || file !== 'model.safetensors') return;
    announced = true;
    print(`Fetching the model ${preferred.name} (${megabytes(preferred.bytes)}, once) …`);
  };
  const deadline = AbortSignal.timeout(downloadTimeoutMs);
  const fetch: typeof globalThis.fetch = (input, init = {}) =>
    source.fetch(input, {
      ...init,
      signal: AbortSignal.any([deadline, ...(init.signal ? [init.signal] : [])]),
    });
  try {
    await ensureModelFiles(preferred, { ...source, fetch, onProgress });
    return preferred.name;
  } catch (error) {
    const { message, details } = AppError.from(error);
    print(
      `Searching with static-1024, which goes by words more than by meaning. ${message}${details.reason ? ` (${details.reason})` : ''}.`,
    );
    return 'static-1024';
  }
}
