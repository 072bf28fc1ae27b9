import type { openApiDocument } from '../src/http/openapi.ts';
import { openSchemas } from './open-schemas.ts';

export interface JudgedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** Holds each response against what the description promises for its operation and status; throws when they differ. */
export function createResponseJudge(
  document: ReturnType<typeof openApiDocument>,
): (result: JudgedResponse) => void {
  const { resolve, problemsOf } = openSchemas(document);
  const described = Object.keys(document.paths).map((path) => ({ path, pattern: patternOf(path) }));

  return ({ method, path, status, body }) => {
    const [plainPath = ''] = path.split('?');
    const [found] = described
      .filter(({ pattern }) => pattern.test(plainPath))
      .map((entry) => ({ ...entry, operation: document.paths[entry.path]?.[method.toLowerCase()] }))
      .filter((entry) => entry.operation);
    if (!found) return;
    const name = `${method} ${found.path} ${status}`;
    const response = (found.operation as Operation).responses[status];
    if (!response) throw new Error(`${name} is not described`);
    const schema = resolve(response).content?.['application/json']?.schema;
    const problems = schema ? problemsOf(schema, body) : '';
    if (problems) throw new Error(`${name} is not as described: ${problems}`);
  };
}
