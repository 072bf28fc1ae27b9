import type { Namespace } from '@docfleet/sdk';
import { z } from 'zod';
import { cleanLine, defineTool, looks, namespaceId } from '../tool.ts';

const summary = z.object({
  name: z.string(),
  embeddingModel: z.string(),
  vectorStore: z.string(),
  fileStore: z.string(),
  webScraper: z.string().nullable().describe('null: pages cannot be ingested'),
  createdAt: z.string(),
});

function summaryOf(given: Namespace): z.input<typeof summary> {
  const { provider, model } = given.embeddingModelConfig;
  return {
    name: given.identifier,
    embeddingModel: model === undefined ? provider : `${provider} ${model}`,
    vectorStore: given.vectorStorageConfig.provider,
    fileStore: given.fileStorageConfig.type,
    webScraper: given.webScraperConfig?.provider ?? null,
    createdAt: given.createdAt.isoString,
  };
}

const line = ({ name, embeddingModel, vectorStore, webScraper }: z.input<typeof summary>) =>
  `${cleanLine(name)}: embedded with ${embeddingModel}, vectors in ${vectorStore}, ${
    webScraper ? `pages read with ${webScraper}` : 'no web scraper'
  }`;

export const listNamespaces = defineTool({
  name: 'list_namespaces',
  title: 'List namespaces',
  description: 'Lists the namespaces. Every document lies in one, and every search is in one.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({}),
  output: z.object({ namespaces: z.array(summary) }),

  async run(_input, { client, request }) {
    const { namespaces } = await client.namespaces.list({}, request);
    const data = { namespaces: namespaces.map(summaryOf) };
    const text = data.namespaces.map((each) => `- ${line(each)}`).join('\n');
    return { data, text: text || 'There are no namespaces yet. People with an admin key create them.' };
  },
});

const count = z.object({ status: z.string(), documents: z.int() });

export const getNamespace = defineTool({
  name: 'get_namespace',
  title: 'Get a namespace',
  description:
    'Returns the configuration of a namespace, how many documents of each status are in it, and how far a change of its model or vector store is.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({ namespaceId }),
  output: z.object({
    namespace: summary,
    documents: z.array(count),
    move: z
      .string()
      .nullable()
      .describe('A change of model or vector store that is under way, in a sentence; null: there is none'),
  }),

  async run({ namespaceId }, { client, request }) {
    const [found, counted] = await Promise.all([
      client.namespaces.get({ namespaceId }, request),
      client.documents.list(
        { namespaceId, filterConfig: {}, includeConfig: { documents: false, statsByStatus: true } },
        request,
      ),
    ]);
    const documents = (counted.statsByStatus ?? []).map(({ status, totalCount }) => ({
      status,
      documents: totalCount,
    }));
    const counts = documents.map((each) => `${each.documents} ${each.status}`).join(', ') || 'none';
    const move = found.move?.summary ?? null;
    const data = { namespace: summaryOf(found.namespace), documents, move };
    return { data, text: [line(data.namespace), `Documents: ${counts}`, ...(move ? [move] : [])].join('\n') };
  },
});
