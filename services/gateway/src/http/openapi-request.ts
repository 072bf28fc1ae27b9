import { toJsonSchema } from './json-schema.ts';
import type { Route } from './route.ts';

const uploadedFile = { type: 'string', contentMediaType: 'application/octet-stream' };

/** The description of a route's body: JSON, or a form with its file. */
export function requestBodyOf(route: Route, components: Record<string, unknown>) {
  if (route.body)
    return {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(route.body, 'input', components) } },
      },
    };
  if (!route.multipart) return {};
  const {
    properties = {},
    required = [],
    ...form
  } = toJsonSchema(route.multipart, 'input', components) as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  const schema = {
    ...form,
    properties: { ...properties, file: uploadedFile },
    required: [...required, 'file'],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}
