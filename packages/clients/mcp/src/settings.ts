import { z } from 'zod';

const tenantVariable = 'DOCFLEET_TENANT_ID';

const mcpSettings = z.object({
  DOCFLEET_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:4000')
    .describe('Address of the gateway'),
  DOCFLEET_API_KEY: z.string().min(1).describe('Its scopes decide what the assistant may do'),
  // A blank value, as of a variable that was not replaced, would show the documents of all tenants.
  [tenantVariable]: z
    .string()
    .min(1, 'is blank: set it, or leave it out')
    .optional()
    .describe('The tenant whose documents alone are seen; unset: all'),
});

/** Returns a value without blanks and quotes around it, which files with CRLF and the `--env-file` of Docker leave. */
const bare = (value = '') =>
  value
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();

/** Reads the settings of the program; a blank variable counts as unset, but for the tenant. Throws with a sentence for each that is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv) {
  const values = Object.entries(environment).map(([name, value]) => [name, bare(value)] as const);
  const set = values.filter(([name, value]) => value !== '' || name === tenantVariable);
  const result = mcpSettings.safeParse(Object.fromEntries(set));
  if (!result.success) throw new Error(`The configuration is not valid\n${z.prettifyError(result.error)}`);
  return result.data;
}
