import type { QuotaOf } from '../../quota.ts';

/** The id of an OAuth client begins with the number of its project, to which Google's quotas belong. */
export const projectQuota: QuotaOf = async ({ clientId }) => {
  const project = /^(\d+)-/.exec(clientId ?? '')?.[1];
  return project && `google:${project}`;
};
