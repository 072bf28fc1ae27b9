/**
 * Writes .env.example, the guide to settings and the list of their names from the settings that the services declare, and the tables of the
 * guide to connectors from the list of connectors.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  environmentExample,
  settingNamesModule,
  settingsPage,
} from '../services/fleet/test/environment-example.ts';
import { connectorsPage, connectorsPagePath } from './connectors-page.ts';

writeFileSync('.env.example', environmentExample());
writeFileSync('docs/guides/settings.md', settingsPage());
writeFileSync('packages/platform/runtime/src/config/setting-names.ts', settingNamesModule());
writeFileSync(connectorsPagePath, connectorsPage(readFileSync(connectorsPagePath, 'utf8')));
