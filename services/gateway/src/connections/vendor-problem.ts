import { AppError, adviceFor } from '@docfleet/errors';
import { z } from 'zod';

/** What is wrong at a vendor, in our words and in the vendor's. */
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

/** An error of the vendor as a result; rejects with everything else, which is a fault of ours, or of the request. */
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
