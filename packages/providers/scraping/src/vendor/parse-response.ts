import type { z } from 'zod';
import type { Vendor, VendorResponse } from './vendor.ts';
import { unreadableVendor } from './vendor-error.ts';

function jsonOf({ body }: VendorResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The answer as its schema has it; throws PROVIDER_UNAVAILABLE where it is something else, because another may be right. */
export function parseResponse<Schema extends z.ZodType>(
  vendor: Vendor,
  answer: VendorResponse,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw unreadableVendor(vendor);
  return parsed.data;
}

/** The answer if it has this form; for refusals, which may have any. */
export const tryParseResponse = <Schema extends z.ZodType>(
  answer: VendorResponse,
  schema: Schema,
): z.output<Schema> | undefined => schema.safeParse(jsonOf(answer)).data;
