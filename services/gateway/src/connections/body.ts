import { z } from 'zod';
import { namespaceId } from '../namespaces/namespace-id.ts';
import { connectionResponse } from './present-connection.ts';

const longestText = 256;

export const connectionName = z.string().min(1).max(longestText).describe('A label of your choice');
export const connectionExternalId = z
  .string()
  .min(1)
  .max(longestText)
  .describe('Your own id of the user who authorises')
  .meta({ examples: ['user-42'] });
export const connectionParams = z.object({ connectionId: z.string() });
export const namespaceQuery = z.object({ namespaceId });
export const oneConnection = z.object({ connection: connectionResponse });
export const authorizationUrlResponse = z
  .string()
  .describe('Where the user authorises: it works once, within half an hour')
  .meta({ examples: ['https://api.notion.com/v1/oauth/authorize?client_id=docfleet-app&state=…'] });
