/** Writes .env.example from the settings that the services declare. */
import { writeFileSync } from 'node:fs';
import { environmentExample } from '../services/fleet/src/environment-example.ts';

writeFileSync('.env.example', environmentExample());
