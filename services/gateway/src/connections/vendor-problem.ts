import { AppError, adviceFor } from '@docfleet/errors';
import { z } from 'zod';

/** Problem at a vendor: our message, the vendor's own words as `reason`, and advice where there is any. */
export interface VendorProblem {
  readonly message: string;
  readonly reason: string | null;
  readonly advice: string | null;
}

export const vendorProblem = z.object({
  message: z.string().meta({ examples: ['Box refuses the OAuth client of the namespace'] }),
  reason: z
    .string()
    .nullable()
    .describe("The vendor's own words")
    .meta({ examples: ['invalid_client: The client credentials are invalid'] }),
  advice: z.string().nullable().describe('What can be done about it, where that is known'),
});

/** Returns an error of the vendor as a problem; rethrows any other error, which is a fault of the gateway or of the request. */
export function problemOf(cause: unknown): VendorProblem {
  const error = AppError.from(cause);
  const isOfVendor =
    /^(CONNECTION_UNAUTHORIZED|PROVIDER_|ITEM_|ADDRESS_FORBIDDEN|INVALID_INGEST_CONFIG|LISTING_ENDLESS)/.test(
      error.code,
    );
  if (!isOfVendor) throw cause;
  const reason = error.details.reason ?? null;
  return { message: error.message, reason, advice: adviceFor(error.code) ?? null };
}
