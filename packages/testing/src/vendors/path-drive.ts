import type { StubRequest, StubResponse } from '../stub-server.ts';
import type { DriveFake } from './drive-fake.ts';
import type { VendorFault } from './vendor-fault.ts';

/** Store of a vendor that identifies folders by ids. */
export interface IdStore {
  putFolder(id: string, name: string, parent: string | undefined): void;
  putFile(id: string, name: string, parent: string | undefined, content: string | Uint8Array): void;
  putUnsupported(id: string, name: string): void;
  move(id: string, name: string, parent: string | undefined): void;
  remove(id: string): void;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Creates operations that fill a store of ids by paths; issued ids begin with `prefix`. */
export function openPaths(
  store: IdStore,
  prefix: string,
): Pick<DriveFake, 'put' | 'move' | 'remove' | 'putUnsupported'> {
  const ids = new Map<string, string>();
  const newId = (path: string) => {
    const id = ids.get(path) ?? `id${ids.size + 1}`;
    ids.set(path, id);
    return id;
  };
  function folder(path: string): string | undefined {
    if (path === '' || ids.has(path)) return ids.get(path);
    const parent = folder(folderOf(path));
    const id = newId(path);
    store.putFolder(id, nameOf(path), parent);
    return id;
  }

  return {
    put(path, content) {
      const parent = folder(folderOf(path));
      const id = newId(path);
      store.putFile(id, nameOf(path), parent, content);
      return prefix + id;
    },
    move: (id, path) => store.move(id.slice(prefix.length), nameOf(path), folder(folderOf(path))),
    remove: (id) => store.remove(id.slice(prefix.length)),
    putUnsupported(path) {
      const id = newId(path);
      store.putUnsupported(id, nameOf(path));
      return prefix + id;
    },
  };
}

interface Controls extends Pick<DriveFake, 'token' | 'fault' | 'repeatPages'> {
  readonly options: {
    readonly accepts: (token: string | undefined) => boolean;
    readonly repeatsPages: () => boolean;
    readonly fault: (
      request: StubRequest,
    ) => StubResponse | Exclude<VendorFault, { kind: 'status' }> | undefined;
  };
}

/** Creates the switches of a fake that a test changes while it runs, and the emulator's options that read them. */
export function createControls(token: string, refusal: (status: number) => unknown): Controls {
  const controls: Controls = {
    token,
    fault: undefined,
    repeatPages: false,
    options: {
      accepts: (sent) => sent === controls.token,
      repeatsPages: () => controls.repeatPages,
      fault(request) {
        const fault = controls.fault?.(request);
        if (fault?.kind !== 'status') return fault;
        const { status, headers, body = refusal(status) } = fault;
        return { status, body, ...(headers && { headers }) };
      },
    },
  };
  return controls;
}
