// Makes the secrets of a fleet below the folder given: what is there already stays as it is, so that it may run at every start.
// Plain JavaScript without packages on purpose: it runs in the bare Node image, before anything is built.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Usage: node deploy/create-secrets.mjs FOLDER\n');
  process.exit(1);
}

/** Safe in URLs and configuration files without quotes. */
const createPassword = () => randomBytes(24).toString('hex');

/** Returns the content of the file, which is created from `create()` if it does not exist. A partial file is never left behind. */
function keep(path, create) {
  const file = join(folder, path);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    // Each server reads its own as a user of its own; access follows from which containers mount the folder.
    writeFileSync(`${file}.new`, create(), { mode: 0o444 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8');
}

const linesOf = (settings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const database = keep('postgres/password', createPassword);
const redis = keep('redis/password', createPassword);
keep('redis/redis.conf', () => `requirepass ${redis}\n`);
const accessKeyId = keep('minio/user', () => `docfleet-${randomBytes(4).toString('hex')}`);
const secretAccessKey = keep('minio/password', createPassword);

keep('grafana/password', createPassword);

keep('fleet/fleet.env', () =>
  linesOf({
    DATABASE_URL: `postgresql://docfleet:${database}@postgres:5432/docfleet`,
    REDIS_URL: `redis://:${redis}@redis:6379`,
    MASTER_KEY: randomBytes(32).toString('base64'),
  }),
);
keep('fleet/storage.env', () =>
  linesOf({
    DEFAULT_FILE_STORAGE_CONFIG: JSON.stringify({
      type: 'S3_COMPATIBLE',
      bucket: 'docfleet',
      region: 'us-east-1',
      endpoint: 'http://minio:9000',
      credentials: { accessKeyId, secretAccessKey },
    }),
  }),
);
