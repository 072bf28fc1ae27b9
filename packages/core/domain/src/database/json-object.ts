import { z } from 'zod';

/** A JSON column whose fields are not known here, such as the `config` of an ingest request. Throws a ZodError for anything but an object. */
export const jsonObject = z.record(z.string(), z.unknown());
