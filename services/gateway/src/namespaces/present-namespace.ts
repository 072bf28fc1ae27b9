import { embeddingProvider, timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import { type ClientConfigName, clientSchemas } from '@docfleet/connectors';
import { moveStatuses, movesVectors, type Namespace, type NamespaceMove } from '@docfleet/domain/namespace';
import { fileStorageTypes } from '@docfleet/file-store';
import { webScraperProviders } from '@docfleet/scraping';
import { vectorStorageProviders } from '@docfleet/vector-store';
import { z } from 'zod';
import { optionalConfigs } from './namespace-config.ts';
import { type ConfigName, shownFieldsOf } from './provider-forms.ts';

const clientConfig = z.object({ clientId: z.string() }).meta({ id: 'ClientConfig' }).nullable();

/** Fields of OAuth clients but their secrets; clients that show nothing but an id have one form, and those of one schema another. */
function shownClients() {
  const known = new Map<z.ZodType, z.ZodType>();
  const shown = (name: ConfigName, schema: z.ZodType) => {
    const fields = shownFieldsOf(name);
    if (Object.keys(fields).length === 1) return clientConfig;
    const id = schema.meta()?.id;
    const config = z.object({ ...fields, clientId: z.string() });
    return (id === undefined ? config : config.meta({ id: `${id}Config` })).nullable();
  };
  return Object.fromEntries(
    Object.entries(clientSchemas).map(([name, schema]) => {
      const config = known.get(schema) ?? shown(name as ConfigName, schema);
      known.set(schema, config);
      return [name, config];
    }),
  ) as Record<ClientConfigName, z.ZodType<z.output<typeof clientConfig>>>;
}

/** Namespace in responses. Parsing removes all fields that are not named here, secrets among them. */
export const namespaceResponse = z
  .object({
    identifier: z.string(),
    name: z.string(),
    organization: z.object({ id: z.string() }),
    fileStorageConfig: z.object({ type: z.enum(fileStorageTypes), ...shownFieldsOf('fileStorageConfig') }),
    vectorStorageConfig: z.object({
      provider: z.enum(vectorStorageProviders),
      ...shownFieldsOf('vectorStorageConfig'),
    }),
    embeddingModelConfig: z.object({ provider: embeddingProvider, ...shownFieldsOf('embeddingModelConfig') }),
    rerankConfig: z
      .object({
        provider: z.string().meta({ examples: ['COHERE'] }),
        model: z.string().meta({ examples: ['rerank-v3.5'] }),
        baseUrl: z.string().optional(),
      })
      .nullable(),
    chatModelConfig: z
      .object({
        provider: z.string().meta({ examples: ['OPENAI'] }),
        model: z.string().meta({ examples: ['gpt-4.1-mini'] }),
        baseUrl: z.string().optional(),
      })
      .nullable()
      .describe("null: the operator's default answers, if there is one"),
    contextModelConfig: z
      .object({
        provider: z.string().meta({ examples: ['OPENAI'] }),
        model: z.string().meta({ examples: ['gpt-4.1-mini'] }),
        baseUrl: z.string().optional(),
      })
      .nullable()
      .describe(
        'Chat model that writes the sentence of context of each chunk; null: chunks are embedded without',
      ),
    chunkConfig: z
      .object({ chunkSize: z.int(), chunkOverlap: z.int() })
      .nullable()
      .describe('null: requests say how their documents are cut'),
    spendingLimitConfig: z
      .object({ tokensPerMonth: z.int().optional(), costPerMonth: z.int().optional() })
      .nullable()
      .describe('null: what chat models use is not limited'),
    webScraperConfig: z
      .object({
        provider: z.enum(webScraperProviders),
        apiKey: z.string().optional().describe('Masked: **** and the last four characters'),
        ...shownFieldsOf('webScraperConfig'),
      })
      .nullable(),
    ...shownClients(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Namespace' });

/** A change of model or vector store in responses. */
export const moveResponse = z
  .object({
    status: z
      .enum(moveStatuses)
      .describe(
        'PAUSED: its run was cancelled. INCOMPLETE: some documents failed. EMPTYING: all is moved, and what was before is removed',
      ),
    reembeds: z
      .boolean()
      .describe('true: documents are embedded anew; false: vectors are copied to another vector store'),
    previous: z
      .object({
        vectorStorageConfig: namespaceResponse.shape.vectorStorageConfig,
        embeddingModelConfig: namespaceResponse.shape.embeddingModelConfig,
      })
      .describe('Previous model and store of the namespace'),
    ingestJobRunId: z.string().nullable().describe('Its run; null when nothing is left but to empty'),
    documents: z.int().describe('Documents that searches find'),
    moved: z.int().describe('Number of documents that are moved'),
    failed: z.int().describe('Number of documents whose attempt in the run has failed'),
    summary: z
      .string()
      .describe('A sentence for people')
      .meta({ examples: ['Moving from LANCEDB to PGVECTOR: 120 of 300 documents'] }),
  })
  .nullable()
  .meta({ id: 'NamespaceMove' })
  .describe('A change of model or vector store that is under way; null when there is none');

const goOn = 'an update with reembed=true goes on';

function summaryOf({ status, documents, moved, failed }: NamespaceMove, from: string, to: string): string {
  const progress = `${moved} of ${documents} documents${failed > 0 ? `, ${failed} failed` : ''}`;
  switch (status) {
    case 'RUNNING':
      return `${to}: ${progress}`;
    case 'PAUSED':
      return `${to} is paused: ${progress}; ${goOn}`;
    case 'INCOMPLETE':
      return `${to} has ended with some left: ${progress}; ${goOn}`;
    default:
      return `${to} is done: ${from} is being emptied`;
  }
}

/** Returns a change under way in the shape of `moveResponse`. */
export function presentMove(
  { configs }: Namespace,
  move: NamespaceMove | undefined,
): z.output<typeof moveResponse> {
  if (!move) return null;
  const { previousConfigs, ...counts } = move;
  const reembeds = !movesVectors(previousConfigs, configs);
  const storeOf = ({ vectorStorageConfig }: Namespace['configs']) => String(vectorStorageConfig?.provider);
  const [from, to] = [storeOf(previousConfigs), storeOf(configs)];
  const work = reembeds ? 'Embedding anew' : `Moving from ${from} to ${to}`;
  const before = reembeds ? 'what was before' : from;
  return moveResponse.parse({
    ...counts,
    reembeds,
    previous: previousConfigs,
    summary: summaryOf(move, before, work),
  });
}

const unset = Object.fromEntries(Object.keys(optionalConfigs).map((name) => [name, null]));

/** Returns a namespace in the shape of `namespaceResponse`; configurations that are not set are null. */
export function presentNamespace(namespace: Namespace): z.output<typeof namespaceResponse> {
  const { name, organizationId, configs, createdAt, updatedAt } = namespace;
  return namespaceResponse.parse({
    ...unset,
    ...configs,
    identifier: name,
    name,
    organization: { id: organizationId },
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  });
}
