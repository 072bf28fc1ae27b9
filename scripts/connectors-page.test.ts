import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { connectorNames, connectorSetupOf } from '../packages/providers/connectors/src/index.ts';
import { connectorsPage, connectorsPagePath } from './connectors-page.ts';

const fileAt = (path: string) => new URL(`../${path}`, import.meta.url);

test('the guide lists every connector and way to sign in (npm run env-example writes it)', () => {
  const page = readFileSync(fileAt(connectorsPagePath), 'utf8');
  expect(page).toBe(connectorsPage(page));
});

test.each(connectorNames)('%s has the page that its set-up links', (name) => {
  expect(existsSync(fileAt(`docs/guides/connectors/${connectorSetupOf(name).guide}.md`))).toBe(true);
});
