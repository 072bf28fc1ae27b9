import { z } from 'zod';
import type { QuotaOf } from '../quota.ts';

const entered = z.object({ tenantId: z.string(), clientId: z.string() });
const claims = z.object({ tid: z.string() });

/** The claims of a token that is a JWT; those of personal accounts are none, and belong to no organization. */
function claimsOf(token: string) {
  const [, payload = ''] = token.split('.');
  try {
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/**
 * Microsoft counts an application's requests per organization, across its users:
 * https://learn.microsoft.com/sharepoint/dev/general-development/how-to-avoid-getting-throttled-or-blocked-in-sharepoint-online
 */
export const organizationQuota: QuotaOf = async ({ clientId, settings, accessToken }) => {
  const { data: known } = entered.safeParse(settings);
  const tenant = known?.tenantId ?? claimsOf(await accessToken())?.tid;
  const application = known?.clientId ?? clientId;
  return tenant && application ? `microsoft:${application}:${tenant.toLowerCase()}` : undefined;
};
