// Exit code 0 while the service of this container says that it can work.
import { Agent, get } from 'node:http';

const { INTERNAL_PORT = '9464' } = process.env;

// Through an agent of its own: with NODE_USE_ENV_PROXY the usual one asks the proxy, which does not reach this container.
const healthy = await new Promise((resolve) => {
  const options = { agent: new Agent(), signal: AbortSignal.timeout(4_000) };
  get(`http://127.0.0.1:${INTERNAL_PORT}/health/ready`, options, ({ statusCode }) =>
    resolve(statusCode === 200),
  ).on('error', () => resolve(false));
});
process.exit(healthy ? 0 : 1);
