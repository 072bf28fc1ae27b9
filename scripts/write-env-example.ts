/** Writes .env.example, the guide to settings and the list of their names from the settings that the services declare. */
import { writeFileSync } from 'node:fs';
import {
  environmentExample,
  settingNamesModule,
  settingsPage,
} from '../services/fleet/src/environment-example.ts';

writeFileSync('.env.example', environmentExample());
writeFileSync('docs/guides/settings.md', settingsPage());
writeFileSync('packages/platform/runtime/src/config/setting-names.ts', settingNamesModule());
