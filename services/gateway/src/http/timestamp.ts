import { z } from 'zod';

export const timestamp = z.object({ isoString: z.iso.datetime() }).meta({ id: 'Timestamp' });

export const toTimestamp = (date: Date) => ({ isoString: date.toISOString() });
