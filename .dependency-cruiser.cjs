/** Import rules. Each rule says why. */
const { globSync, readFileSync } = require('node:fs');

/** The files that the manifests of packages export, as patterns. */
const exportedFiles = globSync('packages/{testing,*/*}/package.json', { cwd: __dirname }).flatMap(
  (manifest) => {
    const { exports = {} } = JSON.parse(readFileSync(`${__dirname}/${manifest}`, 'utf8'));
    const folder = manifest.slice(0, -'package.json'.length);
    const files = Object.values(exports).flatMap((file) =>
      typeof file === 'string' ? [file] : Object.values(file),
    );
    return files.map((file) => `^${folder}${file.slice('./'.length)}$`.replaceAll('.', '\\.'));
  },
);

const only = (name, module, homes, comment) => ({
  name,
  comment,
  severity: 'error',
  from: {
    path: '^(packages|services)/',
    pathNot: [...homes.map((home) => `^${home}/`), '\\.(test|fixture)\\.ts$', '^packages/testing/'],
  },
  to: { path: module },
});

const vendorHomes = {
  openai: 'packages/providers/embedding/src/vendors',
  'cohere-ai': 'packages/providers/embedding/src/vendors',
  '@pinecone-database/pinecone': 'packages/providers/vector-store/src/providers/pinecone',
  '@lancedb/lancedb': 'packages/providers/vector-store/src/providers/lancedb',
  '@aws-sdk/[^/]+': [
    'packages/providers/file-store/src/providers/s3-compatible',
    'packages/providers/connectors/src/providers/s3',
  ],
};

/** Libraries of connectors that belong to no vendor. */
const sharedByConnectors = ['zod', 'jose', 'htmlparser2'];
/** SDKs of connectors' vendors, as the manifest has them: a new connector adds its own there alone. */
const connectorSdks = Object.keys(
  JSON.parse(readFileSync(`${__dirname}/packages/providers/connectors/package.json`, 'utf8')).dependencies,
).filter((name) => !/^@(docfleet|aws-sdk)\//.test(name) && !sharedByConnectors.includes(name));

/**
 * The floors of the house: what each group of packages may import besides itself. A group that is not listed here may be imported by
 * none of them; services may import all.
 */
const floors = {
  platform: [],
  language: ['platform'],
  readers: ['language', 'platform'],
  providers: ['language', 'platform'],
  core: ['providers', 'readers', 'language', 'platform'],
  extensions: ['core', 'providers', 'readers', 'language', 'platform'],
  // Sentences for arguments that are wrong, which the API writes as well; besides these, a client knows the API alone.
  clients: ['platform/errors'],
};

const floorRules = Object.entries(floors).map(([group, below]) => ({
  name: `${group}-know-what-lies-below`,
  comment: `packages/${group} imports ${below.length > 0 ? below.join(', ') : 'no other group'}: what lies above changes without it.`,
  severity: 'error',
  from: { path: `^packages/${group}/[^/]+/src/`, pathNot: ['\\.test\\.ts$', '\\.fixture\\.ts$'] },
  to: {
    path: '^(packages|services)/',
    pathNot: [`^packages/${group}/`, ...below.map((floor) => `^packages/${floor}/`)],
  },
}));

module.exports = {
  forbidden: [
    {
      name: 'search-above-the-core',
      comment:
        'What accepts, embeds, stores and syncs documents does so without searches: packages/core/search is called by routes, extensions and services alone.',
      severity: 'error',
      from: {
        path: '^packages/(?!core/(search|api)/|extensions/)',
        pathNot: ['\\.test\\.ts$', '\\.fixture\\.ts$'],
      },
      to: { path: '^packages/core/search/' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle is two modules that are one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...floorRules,
    {
      name: 'services-do-not-know-each-other',
      comment: 'They meet in queues and in the database; only the fleet starts them all.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: '^services/fleet/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-have-one-entry',
      comment:
        'A package is imported by its name and the subpaths that its manifest exports; everything else is internal.',
      severity: 'error',
      from: { path: '^(packages/testing|packages/[^/]+/[^/]+|services/[^/]+)/' },
      to: {
        path: '^packages/',
        // Fixtures of files are what services read in their tests as well.
        pathNot: ['^$1/', ...exportedFiles, '^packages/readers/[^/]+/test/.*\\.fixture\\.ts$'],
      },
    },
    {
      name: 'gateway-frame-knows-no-noun',
      comment:
        'services/gateway/src/http is the frame that every noun stands on: it may use the types of nouns, and none of their code.',
      severity: 'error',
      from: { path: '^services/gateway/src/http/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^services/gateway/src/',
        pathNot: '^services/gateway/src/http/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'one-list-of-extensions',
      comment:
        'A feature beside the core is entered in packages/extensions/registry, and can be taken away with its folder: nothing but the list, and extensions that build on it, imports it.',
      severity: 'error',
      from: {
        path: '^(packages|services)/',
        pathNot: ['^packages/extensions/', '\\.test\\.ts$', '^services/gateway/test/world\\.ts$'],
      },
      to: { path: '^packages/extensions/(?!registry/)' },
    },
    {
      name: 'gateway-nouns-do-not-know-the-whole',
      comment:
        'The list of routes, the settings and the start put nouns together; nothing below knows of them.',
      severity: 'error',
      from: { path: '^services/gateway/src/[a-z-]+/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/gateway/src/[a-z-]+\\.ts$' },
    },
    {
      name: 'tests-do-not-ship',
      comment: 'What ships lies in src; nothing of it uses what tests are made of.',
      severity: 'error',
      from: { path: '^(packages/[^/]+|services)/[^/]+/src/', pathNot: ['\\.test\\.ts$', '\\.fixture\\.ts$'] },
      to: { path: '^(packages/[^/]+|services)/[^/]+/test/' },
    },
    {
      name: 'console-speaks-http',
      comment:
        'The console runs in a browser: it knows the API through the SDK, and nothing else of this repository.',
      severity: 'error',
      from: { path: '^services/console/src/' },
      to: { path: '^(packages|services)/', pathNot: '^(services/console|packages/clients/sdk)/' },
    },
    only(
      'bullmq-in-queues',
      '/node_modules/bullmq/',
      ['packages/core/queues'],
      'The queue library is one decision, kept in one place.',
    ),
    only(
      'prisma-in-domain',
      '(/node_modules/@prisma/|^packages/platform/database/)',
      [
        'packages/platform/database',
        'packages/core/domain',
        'packages/extensions/[^/]+/src/rows',
        'packages/platform/migrations',
        'packages/testing',
      ],
      'The domain is the only writer of rows, but for the tables of an extension.',
    ),
    only(
      'express-in-gateway',
      '/node_modules/(express|multer)/',
      ['services/gateway', 'packages/platform/runtime/src/service', 'packages/platform/runtime/src/metrics'],
      'HTTP is the affair of the gateway.',
    ),
    only(
      'migrations-where-they-run',
      '^packages/platform/migrations/',
      [
        'packages/platform/migrations',
        'services/operator',
        'services/fleet',
        'packages/testing',
        'tests/faults',
      ],
      'They bring the Prisma CLI along, 200 MB that the images of services do without.',
    ),
    only(
      'prom-client-in-metrics',
      '/node_modules/prom-client/',
      ['packages/platform/runtime/src/metrics'],
      'What is counted, and how it is called, is said in one place.',
    ),
    only(
      'opentelemetry-in-tracing',
      '/node_modules/@opentelemetry/',
      ['packages/platform/runtime/src/tracing'],
      'A span may hold codes and ids, and nothing that a customer wrote.',
    ),
    only(
      'model-context-protocol-in-mcp',
      '/node_modules/@modelcontextprotocol/',
      ['packages/clients/mcp'],
      'What assistants are offered is defined once, for every transport.',
    ),
    only('undici-in-egress', '/node_modules/undici/', ['packages/platform/egress'], 'There is one way out.'),
    only(
      'connector-sdks-in-their-folders',
      `/node_modules/(${connectorSdks.join('|')})/`,
      ['packages/providers/connectors/src/providers', 'packages/providers/connectors/src/microsoft-graph'],
      "A vendor's SDK is known to the folders of its connectors alone.",
    ),
    ...Object.entries(vendorHomes).map(([module, homes]) =>
      only(
        `${[homes].flat()[0].split('/').at(-1)}-in-its-folder`,
        `/node_modules/${module}/`,
        [homes].flat(),
        "A vendor's SDK is known to its own adapter alone.",
      ),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)generated/|^services/console/dist|^docs/site/(dist|pages)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
