import { jsonSetting } from '@docfleet/runtime/config';
import { z } from 'zod';

/** The amounts that quotas limit. */
export const amounts = ['documents', 'bytes', 'chunks', 'pages'] as const;
export type Amount = (typeof amounts)[number];

/** Documents, bytes of files and characters of their texts, chunks, and pages that OCR has read. */
export type Stored = Readonly<Record<Amount, number>>;

const limit = z.int().min(0).optional();
const limits = z.strictObject({ documents: limit, bytes: limit, chunks: limit, pages: limit });

/** The levels that quotas are set for, with the word of each in a refusal. */
export const quotaLevels = ['organization', 'namespace', 'tenant'] as const;
export type QuotaLevel = (typeof quotaLevels)[number];

/** Storage limits of an organization, of each of its namespaces and of each of its tenants; an absent amount is unlimited. */
export const quotaLimits = z.strictObject({
  organization: limits.default({}),
  namespace: limits.default({}),
  tenant: limits.default({}),
});
export type QuotaLimits = z.output<typeof quotaLimits>;

/** The setting of the installation. */
export const quotaSettings = {
  STORAGE_QUOTAS: jsonSetting(quotaLimits)
    .optional()
    .describe(
      'What each organization, namespace and tenant may store, as JSON: {"organization":{"documents":1000000,"bytes":50000000000,"chunks":10000000,"pages":100000},"namespace":{},"tenant":{"bytes":1000000000}}; bytes are those of files and texts, pages those read by OCR; an amount that is not named is not limited; `operator organization quota` sets others for one organization; unset: no limits',
    ),
};

/** Returns the limits with which those of one organization replace the installation's, amount by amount. */
export const mergeLimits = (defaults: QuotaLimits, own: QuotaLimits): QuotaLimits => ({
  organization: { ...defaults.organization, ...own.organization },
  namespace: { ...defaults.namespace, ...own.namespace },
  tenant: { ...defaults.tenant, ...own.tenant },
});
