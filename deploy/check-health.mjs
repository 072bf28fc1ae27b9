// Exit code 0 while the service of this container says that it can work.
const { INTERNAL_PORT = '9464' } = process.env;

const healthy = await fetch(`http://127.0.0.1:${INTERNAL_PORT}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = healthy ? 0 : 1;
