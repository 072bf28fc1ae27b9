const production = 'changes a machine: packages, users, systemd';
const consent =
  'needs an account at a vendor; tests/e2e/connections and the gateway’s tests send the same requests to emulated ones';
const registry = 'installs from a registry, once the first release is published';

/** Examples that no test runs, by file and by how they begin, each with the reason. */
export const notRun: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': { 'npm run quickstart': 'stays up; services/fleet tests the quickstart' },
  'docs/guides/answers.md': {
    DEFAULT_CHAT_MODEL_CONFIG: 'a setting, which the test makes of each namespace',
    'PATCH /v1': 'needs an account; the test creates its namespaces with such a configuration',
  },
  'docs/guides/api-keys.md': {
    'npm run operator': 'needs the database of a fleet; services/operator tests each command',
  },
  'docs/guides/api/README.md': {
    '{ "success": true': 'the envelope; the gateway’s tests compare whole responses',
    '{\n  "success": false': 'the envelope; services/gateway/src/http/edge-error.test.ts compares it',
  },
  'docs/guides/backup.md': {
    '. /etc/docfleet': production,
    'systemctl stop': production,
    'run npm run': production,
  },
  'docs/guides/cli.md': {
    'npx @docfleet/cli': registry,
    'npm run stage-packages': 'installs for the machine; scripts/release installs into an empty project',
    'docfleet ingest ~/notes --watch': 'stays up; tests/e2e/cli follows a folder',
    'docfleet webhooks listen': 'stays up; tests/e2e/cli forwards a delivery',
  },
  'docs/guides/librechat.md': { 'endpoints:': 'a file of another program' },
  'docs/guides/open-webui.md': { OPENAI_API_BASE_URL: 'settings of another program' },
  'docs/guides/formats.md': { '[': 'a part of a response; the gateway’s tests compare whole ones' },
  'docs/guides/connectors/README.md': { 'curl -s localhost:4000/v1/connections': consent },
  'docs/guides/connectors/choosing.md': { 'curl -s localhost:4000/v1/connections': consent },
  'docs/guides/connectors/dropbox.md': { 'VERIFIER=': consent },
  'docs/guides/connectors/github.md': { 'CONNECTION=': consent },
  'docs/guides/connectors/onedrive.md': {
    'openssl req': 'needs OpenSSL, and an application at Microsoft to enter the certificate at',
  },
  'docs/guides/connectors/push.md': {
    'NOTIFICATION_URL=': 'a setting; tests/e2e/connector-push starts a fleet with it',
  },
  'docs/guides/estimate.md': { 'PRICE_TABLE=': 'a setting; packages/platform/runtime reads it' },
  'docs/guides/evaluate.md': {
    '{"question"': 'a file of questions about documents of one’s own',
    'docfleet candidates': 'needs a chat model; services/gateway/test/extensions tests what it calls',
  },
  'docs/guides/mcp.md': {
    'claude mcp add': 'needs the assistant; the test connects with the same address and header',
    'npx @modelcontextprotocol/inspector': 'fetches a program of another project',
  },
  'docs/guides/monitoring.md': {
    INTERNAL_PORT: 'stays up; packages/platform/runtime tests the endpoint',
    grep: 'reads a log of a fleet that stays up',
  },
  'docs/guides/production.md': {
    'apt-get install': production,
    'useradd ': production,
    'install -d': production,
    'DATABASE_URL=': 'settings of a file',
    'run() {': production,
    'cp /opt/docfleet': production,
  },
  'docs/guides/python.md': { 'pip install docfleet': registry },
  'docs/guides/releasing.md': { 'cosign verify': 'needs a published image' },
  'docs/guides/search.md': {
    'api /v1/namespaces/quickstart -X PATCH': 'needs an account; services/gateway/src/search tests rerankers',
  },
  'docs/guides/upgrade.md': {
    'run git fetch': production,
    'git worktree add': 'installs another version; it is how tests/faults/two-versions is run',
  },
  'docs/guides/vector-stores.md': {
    '{ "vectorStorageConfig"': 'parts of requests, most of which need a server or an account',
    'export DOCFLEET_API_KEY=…':
      'needs a PostgreSQL with pgvector; tests/e2e/moved-vectors moves between all stores',
    'RUN=': 'names a run of the example before',
  },
  'docs/guides/webhooks.md': {
    'EGRESS_ALLOW_CIDRS=': 'stays up; tests/e2e/webhooks starts a fleet with it',
    DOCUMENTS_QUEUED_FOR_INGESTION: 'what a receiver prints, of the webhook of this machine',
  },
  'docs/guides/README.md': { 'export DOCFLEET_API_KEY=$(node': 'every example that is run begins with it' },
  'docs/guides/write-a-connector.md': {
    describeConnector: 'a test file; the connectors’ own have the same form',
    'export const box': 'the definition of a connector that is there; its folder has the same',
  },
  'docs/reliability.md': {
    'npm run doctor': 'needs the database of a fleet; services/operator tests the doctor',
    'npm run test:faults': 'starts the tests themselves',
  },
};
