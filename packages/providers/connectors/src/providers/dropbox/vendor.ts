import { z } from 'zod';
import type { Vendor } from '../../exchange.ts';
import type { RefusalSubject } from '../../refusal.ts';

const refusalBody = z.object({
  error_summary: z.string().optional(),
  error: z
    .object({
      required_scope: z.string().optional(),
      retry_after: z.number().optional(),
    })
    .optional()
    .catch(undefined),
});

/** Subjects by the beginning of `error_summary`, which spells out the tags of the error's unions. */
const subjects: readonly (readonly [RegExp, RefusalSubject])[] = [
  [/^missing_scope\b/, 'scope'],
  [/^reset\b/, 'cursor'],
  [/^path\/(not_found|malformed_path)\b/, 'missing'],
  [/^path\/restricted_content\b/, 'forbidden'],
  [
    /^(unsupported_file|non_exportable|invalid_export_format|path\/(not_file|not_folder|unsupported_content_type))\b/,
    'unsupported',
  ],
  // The namespace of the team has changed: it is read anew by the next attempt.
  [/^invalid_root\b/, 'vendor'],
];

/** https://www.dropbox.com/developers/documentation/http/documentation#error-handling */
export const dropboxVendor: Vendor = {
  name: 'Dropbox',
  // Dropbox publishes no number; it answers 429 to what is too much for an account.
  requestsPerSecond: 10,
  readRefusal({ json, text }) {
    const body = refusalBody.safeParse(json).data;
    const summary = body?.error_summary ?? '';
    const scope = body?.error?.required_scope;
    const seconds = body?.error?.retry_after;
    return {
      subject: subjects.find(([form]) => form.test(summary))?.[1],
      reason: scope ? `The scope ${scope} is missing` : summary || text,
      retryAfterMs: seconds === undefined ? undefined : seconds * 1_000,
    };
  },
};
