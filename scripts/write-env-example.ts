/** Writes .env.example and the guide to settings from the settings that the services declare. */
import { writeFileSync } from 'node:fs';
import { environmentExample, settingsPage } from '../services/fleet/src/environment-example.ts';

writeFileSync('.env.example', environmentExample());
writeFileSync('docs/guides/settings.md', settingsPage());
