import { openVault, type Resealing, resealSecrets } from '@docfleet/domain/master-key';
import type { Command } from 'commander';
import { OperatorFailure } from './operator-failure.ts';
import { type OutputOptions, type Session, show, table } from './session.ts';

async function reseal(session: Session): Promise<Resealing[]> {
  const { MASTER_KEY, OTHER_MASTER_KEYS } = session.config;
  if (!MASTER_KEY)
    throw new OperatorFailure(
      'MASTER_KEY is not set. Set it to the new key, and OTHER_MASTER_KEYS to the old.',
    );
  return session.withDatabase(async (database) => {
    const keys = { masterKey: MASTER_KEY, otherMasterKeys: OTHER_MASTER_KEYS };
    return Array.fromAsync(resealSecrets(database, await openVault(database, keys)));
  });
}

function refuseUnreadable(resealings: readonly Resealing[]): void {
  const left = resealings.filter(({ unreadable }) => unreadable > 0);
  if (left.length === 0) return;
  const places = left.map(({ name, unreadable }) => `${unreadable} of ${name}`).join(', ');
  throw new OperatorFailure(
    `No given key opens ${places}. They were left as they are; name their key in OTHER_MASTER_KEYS and run this again.`,
  );
}

/** `rotate-master-key`. */
export function addMasterKeyCommand(program: Command, session: Session): void {
  program
    .command('rotate-master-key')
    .description('encrypt all credentials with MASTER_KEY that keys of OTHER_MASTER_KEYS have encrypted')
    .addHelpText(
      'after',
      '\nThe fleet works on meanwhile, if every process has both keys. It may be stopped and run again: docs/guides/security.md.',
    )
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const resealings = await reseal(session);
      const rows = resealings.map(({ name, resealed, unreadable }) => [name, `${resealed}`, `${unreadable}`]);
      const lines = table(['SECRETS', 'ENCRYPTED ANEW', 'UNREADABLE'], rows);
      show(session, options, { value: resealings, lines });
      refuseUnreadable(resealings);
    });
}
