import { localModels } from './models.ts';

/** The word table: it needs no ONNX Runtime, and finds by words more than by meaning. */
export const wordTable = 'static-1024';

/** Platforms that ONNX Runtime is built for: https://www.npmjs.com/package/onnxruntime-node */
const platforms = new Set(['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64', 'win32-arm64']);

/** Whether the C library is glibc, which the builds for Linux want. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
}

/** Whether sentence models run on this machine. */
export const runsSentenceModels = (): boolean =>
  platforms.has(`${process.platform}-${process.arch}`) && (process.platform !== 'linux' || hasGlibc());

/** The model of namespaces that name none: the sentence model that docfleet contains, and the word table where it does not run. */
export const defaultModel = () => (runsSentenceModels() ? localModels[0].name : wordTable);
