import { openApiDocument } from '../src/http/openapi.ts';
import { routes } from '../src/routes.ts';

const width = 110;

/**
 * Returns JSON with each value that fits on one line, and with single members opened on the line of their parent: a third of the length of
 * one value a line, and easier to read.
 */
function compact(value: unknown, indent: string, taken: number): string {
  const line = JSON.stringify(value);
  if (value === null || typeof value !== 'object' || indent.length + taken + line.length <= width)
    return line;
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? '[]' : '{}';
  const entries = Object.entries(value);
  const part = ([key, child]: [string, unknown], from: string, before: number) => {
    const name = isArray ? '' : `${JSON.stringify(key)}: `;
    return `${name}${compact(child, from, before + name.length)}`;
  };
  const [first] = entries;
  if (first && entries.length === 1) return `${open}${part(first, indent, taken + 1)}${close}`;
  const inner = `${indent}  `;
  const parts = entries.map((entry) => `${inner}${part(entry, inner, 0)}`);
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** Returns the OpenAPI document as it is committed in docs/openapi.json. */
export const openApiText = (): string => {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(routes)));
  return `${compact(document, '', 0)}\n`;
};
