import { z } from 'zod';

const count = z.int().min(1).optional();

/**
 * Capabilities of an embedding server whose vendor does not document them: probed when a configuration is accepted, later corrected by
 * refusals, and stored with the namespace. An absent field is unknown.
 */
export const embeddingCapabilities = z.object({
  dimensions: count,
  /** Optional fields of a request that it takes. */
  takes: z.object({ encodingFormat: z.boolean(), dimensions: z.boolean() }).optional(),
  inputsPerRequest: count,
  tokensPerRequest: count,
  /** Tokens of a text that it reads to its end, in cl100k_base. */
  tokensPerInput: count,
});
export type EmbeddingCapabilities = z.output<typeof embeddingCapabilities>;

/** Capabilities of a server, and a callback for new ones. */
export interface CapabilityContext<Capabilities> {
  /** Capabilities as stored; those in another version's form count as unknown. */
  readonly known?: unknown;
  /** Called with all that is known, whenever that changed. */
  readonly onLearned?: ((capabilities: Capabilities) => void) | undefined;
}

export interface CapabilityMemory<Capabilities> {
  readonly known: Capabilities;
  learn(found: Partial<Capabilities>): void;
}

/** Opens the known capabilities of a server, to be extended; `schema` accepts an empty object. */
export function openCapabilities<Capabilities extends object>(
  schema: z.ZodType<Capabilities>,
  { known: stored, onLearned }: CapabilityContext<Capabilities>,
): CapabilityMemory<Capabilities> {
  const parsed = schema.safeParse(stored);
  let known = parsed.success ? parsed.data : schema.parse({});
  return {
    get known() {
      return known;
    },
    learn(found) {
      const next = { ...known, ...found };
      if (JSON.stringify(next) === JSON.stringify(known)) return;
      known = next;
      onLearned?.(known);
    },
  };
}
