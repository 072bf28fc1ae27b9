/** The Prisma CLI with the arguments given: `npm run prisma -- migrate dev --name add-something`. */
import { spawnSync } from 'node:child_process';
import { prismaCommand, prismaEnvironment } from '../run-prisma.ts';

const { status } = spawnSync(process.execPath, [prismaCommand.cli, ...process.argv.slice(2)], {
  cwd: prismaCommand.workingDirectory,
  env: prismaEnvironment(),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
