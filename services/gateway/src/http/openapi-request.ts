import type { z } from 'zod';
import { toJsonSchema } from './json-schema.ts';
import type { Route } from './route.ts';

type Components = Record<string, unknown>;

const uploadedFile = { type: 'string', contentMediaType: 'application/octet-stream' };
const exampleFile = 'Everyone has 30 days of leave.';

/** Returns the schema of a body and the examples in its metadata; zod itself drops those of schemas that transform. */
function describe(schema: z.ZodType, components: Components) {
  const { examples: _given, ...own } = toJsonSchema(schema, 'input', components);
  const given = (schema.meta()?.['examples'] ?? []) as readonly object[];
  return { own, given };
}

const withExamples = (schema: object, given: readonly object[]) => {
  const examples = Object.fromEntries(given.map((value, index) => [`example${index + 1}`, { value }]));
  return { schema, ...(given.length > 0 && { examples }) };
};

function formOf(form: z.ZodType, components: Components) {
  const { own, given } = describe(form, components);
  const {
    properties = {},
    required = [],
    ...more
  } = own as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  const schema = {
    ...more,
    properties: { ...properties, file: uploadedFile },
    required: [...required, 'file'],
  };
  return withExamples(
    schema,
    given.map((fields) => ({ ...fields, file: exampleFile })),
  );
}

/** Returns the description of a route's body: JSON, or a form with its file. */
export function requestBodyOf(route: Route, components: Components) {
  if (route.body) {
    const { own, given } = describe(route.body, components);
    const content = { 'application/json': withExamples(own, given) };
    return { requestBody: { required: true, content } };
  }
  if (!route.multipart) return {};
  const content = { 'multipart/form-data': formOf(route.multipart, components) };
  return { requestBody: { required: true, content } };
}
