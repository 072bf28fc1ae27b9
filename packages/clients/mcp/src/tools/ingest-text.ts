import { z } from 'zod';
import { accepted, presentAccepted } from '../accepted.ts';
import { defined, defineTool, metadata, namespace } from '../tool.ts';

export const ingestText = defineTool({
  name: 'ingest_text',
  title: 'Ingest a text',
  description:
    'Makes a text searchable as a document. With an externalId that a document has already, the text takes the place of its content.',
  scope: 'ingest',
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    namespace,
    text: z.string().min(1).describe('Plain text or Markdown'),
    name: z.string().min(1).optional().describe('What the document is called'),
    externalId: z.string().min(1).optional().describe('An id of your own, to replace its content later'),
    metadata: metadata.optional(),
  }),
  output: accepted,

  async run({ namespace: namespaceId, text, ...given }, { client, request }) {
    const config = defined({ text, ...given });
    const run = await client.ingest.text({ namespaceId, ingestConfig: { source: 'TEXT', config } }, request);
    return presentAccepted(run);
  },
});
