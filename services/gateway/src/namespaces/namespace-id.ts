import { z } from 'zod';

/** A namespace as requests name it. An invalid name is handled like one that does not exist. */
export const namespaceId = z.string().min(1).describe("The namespace's identifier, which is its name");
