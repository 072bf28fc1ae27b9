import { moment } from '@docfleet/api/shared-fields';
import { ModelPurpose } from '@docfleet/domain/database';
import { type Amount, readStored, readStoredByNamespace } from '@docfleet/domain/quota';
import { type DailyModelUsage, readModelUsage, readUsage } from '@docfleet/domain/usage';
import { invalidField } from '@docfleet/errors/issues';
import { costOf, type PriceTable } from '@docfleet/pipeline/spending';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';

/** Results of ingestion within a period. */
export const activityFields = {
  succeeded: z.int().describe('Documents that ended with success, also unchanged ones'),
  failed: z.int().describe('Documents that ended without'),
  chunks: z
    .int()
    .describe('Of contents that searches see since; those whose vectors were there already count too'),
  tokens: z.int().describe('Of the same contents'),
};

const modelUsage = z
  .object({
    day: z.iso.date(),
    namespaceId: z.string().describe('Its name'),
    purpose: z
      .enum(ModelPurpose)
      .describe(
        'Answers; sentences of context of chunks; generated candidate questions; answers of evaluations',
      ),
    model: z.string().meta({ examples: ['OPENAI/gpt-4.1-mini'] }),
    requests: z.int(),
    inputTokens: z.int().describe('As the vendor counts them; estimated from characters where it does not'),
    outputTokens: z.int(),
    cost: z
      .object({ currency: z.string(), total: z.number().min(0) })
      .meta({ examples: [{ currency: 'USD', total: 0.42 }] })
      .nullable()
      .describe('By the prices of the operator as they are now; null where there is none for the model'),
  })
  .meta({ id: 'ModelUsage' });

const storedFields = {
  documents: z.int().describe('Documents that exist'),
  bytes: z.int().describe('Bytes of files and characters of their texts'),
  chunks: z.int().describe('Chunks that searches see'),
  pages: z.int().describe('Pages that OCR has read'),
};

const limitOf = (amount: Amount) => z.int().nullable().describe(`Most ${amount}; null: no limit`);

const quota = z
  .object({
    documents: limitOf('documents'),
    bytes: limitOf('bytes'),
    chunks: limitOf('chunks'),
    pages: limitOf('pages'),
  })
  .meta({ id: 'StorageQuota' });

const storage = z
  .object({
    ...storedFields,
    quota: quota.describe('Quota of the organization, or with `X-Tenant-Id` of the tenant'),
    namespaceQuota: quota.describe('Quota of each namespace'),
    namespaces: z.array(z.object({ namespaceId: z.string().describe('Its name'), ...storedFields })),
  })
  .meta({ id: 'Storage' });

type Limits = Partial<Record<Amount, number | undefined>>;

const toQuota = ({ documents, bytes, chunks, pages }: Limits) => ({
  documents: documents ?? null,
  bytes: bytes ?? null,
  chunks: chunks ?? null,
  pages: pages ?? null,
});

/** Returns what an organization or one of its tenants stores, and the limits that apply to it. */
async function readStorage(
  { lists, quotas }: Pick<GatewayContext, 'lists' | 'quotas'>,
  place: { organizationId: string; tenantId: string | undefined },
): Promise<z.input<typeof storage>> {
  const stored = await lists.read((database) => readStored(database, place));
  const namespaces = await lists.read((database) => readStoredByNamespace(database, place));
  const limits = await quotas.limitsOf(place.organizationId);
  return {
    ...stored,
    quota: toQuota(place.tenantId === undefined ? limits.organization : limits.tenant),
    namespaceQuota: toQuota(limits.namespace),
    namespaces: namespaces.map(({ namespaceName, ...amounts }) => ({
      namespaceId: namespaceName,
      ...amounts,
    })),
  };
}

const toDay = (day: Date) => day.toISOString().slice(0, 10);

function toModelUsage(table: PriceTable | undefined) {
  return ({ day, namespaceName, ...usage }: DailyModelUsage): z.input<typeof modelUsage> => {
    const total = costOf(table, usage);
    const cost =
      table && total !== undefined ? { currency: table.currency, total: Number(total.toFixed(6)) } : null;
    return { day: toDay(day), namespaceId: namespaceName, ...usage, cost };
  };
}

const dayMs = 86_400_000;
const defaultDays = 30;
const maxDays = 400;

export const getUsageRoute = route({
  method: 'get',
  path: '/v1/usage',
  summary: 'Read what was ingested and what chat models used, by day and namespace',
  description: `Days of UTC, of whole hours from \`from\` on and before \`to\`; the last ${defaultDays} days by default. Kept for ${maxDays} days, also of deleted namespaces.`,
  tags: ['Usage'],
  scope: 'read',
  query: z.strictObject({
    from: moment.optional().describe('At this time or later'),
    to: moment.optional().describe('Before this time'),
  }),
  isExpensive: true,
  response: z.object({
    usage: z.array(
      z.object({ day: z.iso.date(), namespaceId: z.string().describe('Its name'), ...activityFields }),
    ),
    models: z.array(modelUsage).describe('Requests to chat models'),
    storage: storage.describe('Amounts that are stored now'),
  }),
  errors: [],

  async handle({ query, organizationId, tenantId }, context) {
    const to = query.to ?? new Date();
    const from = query.from ?? new Date(Math.max(0, to.getTime() - defaultDays * dayMs));
    const days = (to.getTime() - from.getTime()) / dayMs;
    if (days < 0 || days > maxDays)
      throw invalidField('INVALID_REQUEST', 'from', `must lie before \`to\`, by ${maxDays} days at most`);
    const period = { organizationId, tenantId, from, to };
    const rows = await context.lists.read((database) => readUsage(database, period));
    const models = await context.lists.read((database) => readModelUsage(database, period));
    const usage = rows.map(({ day, namespaceName, ...activity }) => ({
      day: toDay(day),
      namespaceId: namespaceName,
      ...activity,
    }));
    return {
      message: 'The usage',
      data: {
        usage,
        models: models.map(toModelUsage(context.priceTable)),
        storage: await readStorage(context, { organizationId, tenantId }),
      },
    };
  },
});
