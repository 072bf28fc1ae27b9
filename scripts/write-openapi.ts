/** Writes docs/openapi.json from the gateway's routes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openApiText } from '../services/gateway/test/openapi-text.ts';

mkdirSync('docs', { recursive: true });
writeFileSync('docs/openapi.json', openApiText());
