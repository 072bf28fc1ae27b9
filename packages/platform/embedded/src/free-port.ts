import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Runs a start on the preferred port or another free one; again when another process took it first. */
export async function onFreePort<Result>(
  preferred: number | undefined,
  start: (port: number) => Promise<Result>,
  attempts = 5,
): Promise<Result> {
  const port = await findFreePort(preferred);
  try {
    return await start(port);
  } catch (error) {
    const stillFree = (await findFreePort(port)) === port;
    if (stillFree || attempts <= 1) throw error;
    return onFreePort(undefined, start, attempts - 1);
  }
}

/** A port of 127.0.0.1 without a listener: the preferred one where it is still free. */
async function findFreePort(preferred = 0): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(preferred, '127.0.0.1'), 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return findFreePort();
  }
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
