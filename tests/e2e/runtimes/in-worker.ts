import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually, reserveFreePort } from '@docfleet/testing';
import { type Evaluate, inFolder } from './in-folder.ts';

const worker = (expression: string) => `import * as scenario from './scenario.js';
export default {
  async fetch() {
    return ${expression}.then((value) => Response.json(value), (error) => new Response(error.stack, { status: 500 }));
  },
};
`;

/** https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp */
const config = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "worker.js", esModule = embed "worker.js"),
        (name = "scenario.js", esModule = embed "scenario.js"),
      ],
      compatibilityDate = "2025-01-01",
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;

/** Evaluates in a worker of `workerd`, which is what Cloudflare runs. */
export function inWorker(workerd: string): Evaluate {
  return async (module, expression) => {
    const port = await reserveFreePort();
    const files = {
      'scenario.js': module,
      'worker.js': worker(expression),
      'config.capnp': config(port),
    };
    return inFolder(files, async (folder) => {
      const server = spawn(workerd, ['serve', join(folder, 'config.capnp')], { stdio: 'inherit' });
      try {
        const response = await eventually(() => fetch(`http://127.0.0.1:${port}`));
        if (!response.ok) throw new Error(await response.text());
        return await response.json();
      } finally {
        server.kill();
        await once(server, 'close');
      }
    });
  };
}
