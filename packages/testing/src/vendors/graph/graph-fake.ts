import type { DriveFake } from '../drive-fake.ts';
import { createControls, openPaths } from '../path-drive.ts';
import { startGraphEmulator } from './graph.ts';
import { refuse } from './listings.ts';
import type { GraphSubscriptions } from './subscriptions.ts';

export interface GraphFakeOptions {
  readonly pageSize?: number;
  /** Id of the site whose library the drive is; undefined: the user's own drive. */
  readonly site?: string;
}

export interface GraphFake extends DriveFake {
  readonly push: GraphSubscriptions;
  /** Whether the token may subscribe to drives. */
  maySubscribe: boolean;
}

/** Starts a drive of Microsoft Graph for the conformance suite. */
export async function startGraphFake({ pageSize = 200, site }: GraphFakeOptions = {}): Promise<GraphFake> {
  const controls = Object.assign(
    createControls('eyJ.token', (status) => refuse(status, 'other', `Refused with ${status}`).body),
    { maySubscribe: true },
  );
  const emulator = await startGraphEmulator({
    pageSize,
    ...controls.options,
    maySubscribe: () => controls.maySubscribe,
  });
  const { store, url, requests, exchanges, close, expireTokens, push } = emulator;
  const drive = site ? 'b!library' : 'own';
  store.drive(drive);
  if (site) store.sites.set(site, [drive]);
  const at = (parent: string | undefined) => (parent === undefined ? {} : { parent });
  const paths = openPaths(
    {
      putFolder: (id, name, parent) => store.put(drive, { id, name, kind: 'folder', ...at(parent) }),
      putFile: (id, name, parent, content) => store.put(drive, { id, name, content, ...at(parent) }),
      putUnsupported: (id, name) => store.put(drive, { id, name, kind: 'oneNote' }),
      move: (id, name, parent) => store.edit(drive, id, { name, ...at(parent) }),
      remove: (id) => store.remove(drive, id),
    },
    `${drive}:`,
  );
  return Object.assign(controls, paths, {
    url,
    requests,
    close,
    exchanges,
    push,
    expireCursors: expireTokens,
  });
}
