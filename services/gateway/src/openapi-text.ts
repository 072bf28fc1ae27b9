import { openApiDocument } from './http/openapi.ts';
import { routes } from './routes/index.ts';

const width = 110;

/** JSON with whatever fits in a line on one line: a third of the length of one value a line, and easier to read. */
function compact(value: unknown, indent: string, taken: number): string {
  const line = JSON.stringify(value);
  if (value === null || typeof value !== 'object' || indent.length + taken + line.length <= width)
    return line;
  const inner = `${indent}  `;
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).map(([key, child]) => {
    const name = isArray ? '' : `${JSON.stringify(key)}: `;
    return `${inner}${name}${compact(child, inner, name.length)}`;
  });
  const [open, close] = isArray ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** The description of the API as it is committed in docs/openapi.json. */
export const openApiText = (): string => {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(routes)));
  return `${compact(document, '', 0)}\n`;
};
