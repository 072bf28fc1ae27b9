/** `npm run seaweedfs`: builds SeaweedFS from its Go module, for tests against a server of S3 that is not ours. Takes minutes; a later run finds Go's cache. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { seaweedfsPath } from '../packages/testing/src/index.ts';

/** A commit of 2026-11-09: the module has no versions of its own. */
const version = 'v0.0.0-20261109003541-7506e5f91cd6';

const downloaded = execFileSync(
  'go',
  ['mod', 'download', '-json', `github.com/seaweedfs/seaweedfs@${version}`],
  {
    encoding: 'utf8',
  },
);
const { Dir } = JSON.parse(downloaded) as { readonly Dir: string };
mkdirSync(dirname(seaweedfsPath), { recursive: true });
// Its go.mod replaces a module, which `go install` of another's module refuses.
execFileSync('go', ['build', '-mod=readonly', '-o', seaweedfsPath, './weed'], { cwd: Dir, stdio: 'inherit' });
console.log(`Built ${seaweedfsPath}`);
