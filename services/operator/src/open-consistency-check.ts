import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Database } from '@docfleet/domain/database';
import { openVault } from '@docfleet/domain/master-key';
import { readNamespaceSettings } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { localFilesDirectory } from '@docfleet/file-store';
import { closeProviders, type NamespaceProviders, openProviders } from '@docfleet/pipeline/providers';
import { installationOf, openProviderSettings } from '@docfleet/pipeline/resources';
import { Scope } from '@docfleet/runtime/service';
import { localVectorFolders } from '@docfleet/vector-store';
import { z } from 'zod';
import type { OperatorConfig } from './config.ts';
import type { ConsistencyCheck } from './consistency/index.ts';
import { OperatorFailure } from './session.ts';

/** File with the key that a fleet has made because the operator set none. */
const keyFile = z.object({ masterKey: z.string() });

/** The master key that is set, or the one of the fleet that has its data in DATA_DIR. */
async function findMasterKey({ MASTER_KEY, DATA_DIR }: OperatorConfig): Promise<string> {
  if (MASTER_KEY) return MASTER_KEY;
  try {
    const text = await readFile(join(DATA_DIR, 'master-key.json'), 'utf8');
    return keyFile.parse(JSON.parse(text)).masterKey;
  } catch (cause) {
    throw new OperatorFailure(
      `The credentials of the namespaces' stores are sealed: set MASTER_KEY, or DATA_DIR to the folder of a fleet that has a key in it (${resolve(DATA_DIR)} has none).`,
      { cause },
    );
  }
}

interface Times {
  readonly rebuild?: true;
  readonly quietSeconds: number;
  readonly settleSeconds: number;
}

/** Opens what `doctor` works with, one namespace's stores at a time; `installation` is what the fleet marks its Redis with. */
export async function openConsistencyCheck(
  database: Database,
  config: OperatorConfig,
  { rebuild, quietSeconds, settleSeconds }: Times,
): Promise<{ check: ConsistencyCheck; installation: string; close(): Promise<void> }> {
  const scope = new Scope();
  const keys = { masterKey: await findMasterKey(config), otherMasterKeys: config.OTHER_MASTER_KEYS };
  const vault = await openVault(database, keys);
  const settings = openProviderSettings(scope, config);
  let opened: { readonly namespaceId: string; readonly providers: NamespaceProviders } | undefined;
  const closeOpened = async () => {
    if (opened) await closeProviders(opened.providers);
    opened = undefined;
  };

  const check: ConsistencyCheck = {
    database,
    rebuilds: rebuild === true,
    quietMs: quietSeconds * 1_000,
    settleMs: settleSeconds * 1_000,
    signal: new AbortController().signal,
    places: { files: localFilesDirectory(config), vectors: localVectorFolders(config) },
    async open(namespaceId) {
      if (opened?.namespaceId === namespaceId) return opened.providers;
      await closeOpened();
      const namespace = await readNamespaceSettings(database, vault, namespaceId);
      if (!namespace) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
      opened = { namespaceId, providers: openProviders(namespace, settings) };
      return opened.providers;
    },
  };
  return {
    check,
    installation: installationOf(vault),
    async close() {
      await closeOpened();
      await scope.close();
    },
  };
}
