import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { openApiDocument } from '../http/openapi.ts';

export interface JudgedReply {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

type OpenApiDocument = ReturnType<typeof openApiDocument>;

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** Holds each answer against what the description promises for its operation and status; throws when they differ. */
export function createReplyJudge(document: OpenApiDocument): (reply: JudgedReply) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // Its types describe a CommonJS default export; at run time the function is the default itself.
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const described = Object.keys(document.paths).map((path) => ({ path, pattern: patternOf(path) }));

  return ({ method, path, status, body }) => {
    const [plainPath = ''] = path.split('?');
    const found = described.filter(({ pattern }) => pattern.test(plainPath));
    const operation = found
      .map((entry) => ({ ...entry, operation: document.paths[entry.path]?.[method.toLowerCase()] }))
      .find((entry) => entry.operation);
    if (!operation) return;
    const { responses } = operation.operation as { responses: Record<string, { content?: object }> };
    const name = `${method} ${operation.path} ${status}`;
    if (!responses[status]) throw new Error(`${name} is not described`);
    if (!('application/json' in (responses[status].content ?? {}))) return;
    const pointer = [operation.path, method.toLowerCase(), 'responses', String(status)]
      .map(escaped)
      .join('/');
    const validate = ajv.compile({
      $ref: `api#/paths/${pointer}/content/application~1json/schema`,
    });
    if (!validate(body)) throw new Error(`${name} is not as described: ${ajv.errorsText(validate.errors)}`);
  };
}
