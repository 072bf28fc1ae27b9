/** A bare Express app that answers what the gateway answers: from memory (`/memory`), or reading the same row first (`/read`). */

import { openDatabase } from '@docfleet/domain/database';
import { findNamespace } from '@docfleet/domain/namespace';
import { readConfig } from '@docfleet/runtime/config';
import express from 'express';
import { z } from 'zod';

const config = readConfig(
  z.object({
    PORT: z.coerce.number(),
    DATABASE_URL: z.string(),
    ORGANIZATION_ID: z.string(),
    ANSWER: z.string(),
  }),
);
const result: unknown = JSON.parse(config.ANSWER);
const database = openDatabase({ url: config.DATABASE_URL, poolSize: 10 });
const app = express();
app.get('/memory/:name', (_request, response) => {
  response.json(result);
});
app.get('/read/:name', async (request, response) => {
  await findNamespace(database, config.ORGANIZATION_ID, request.params.name);
  response.json(result);
});
app.listen(config.PORT, '127.0.0.1');
