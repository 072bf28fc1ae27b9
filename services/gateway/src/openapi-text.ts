import { openApiDocument } from './http/openapi.ts';
import { routes } from './routes/index.ts';

/** The description of the API as it is committed in docs/openapi.json. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(routes), null, 2)}\n`;
