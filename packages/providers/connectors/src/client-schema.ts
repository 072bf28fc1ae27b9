import { z } from 'zod';

/** Text of a client's field. */
export const clientText = z.string().min(1).max(2_000);

/** Fields that every OAuth client has; a connector extends it where its vendor needs more. */
export const clientSchema = z.strictObject({
  clientId: clientText.meta({ title: 'Client ID' }),
  clientSecret: clientText.meta({ title: 'Client secret', writeOnly: true }),
});
export type ClientSchema = z.ZodObject<z.ZodRawShape & (typeof clientSchema)['shape'], z.core.$strict>;

/** Schema of an OAuth client that has only an id and a secret, for vendors that need no further fields. */
export const plainClientSchema = clientSchema.meta({ id: 'OAuthClient' });
