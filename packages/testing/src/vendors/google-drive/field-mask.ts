type Mask = Map<string, Mask>;

/** Splits `a,b(c,d),e/f` at the commas that are not inside of brackets. */
function splitFields(fields: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of fields) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function parseMask(fields: string): Mask {
  const mask: Mask = new Map();
  for (const part of splitFields(fields)) {
    const [, name = '', inner, below] = /^(\w+)(?:\((.*)\)|\/(.*))?$/.exec(part) ?? [];
    mask.set(name, inner || below ? parseMask(inner ?? below ?? '') : new Map());
  }
  return mask;
}

function pick(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => pick(entry, mask));
  const record = value as Record<string, unknown>;
  const kept = [...mask].filter(([name]) => record[name] !== undefined);
  return Object.fromEntries(kept.map(([name, below]) => [name, pick(record[name], below)]));
}

/** What is left of an answer when a request names the fields that it wants, as Google's APIs do. */
export const maskFields = (answer: object, fields: string): unknown => pick(answer, parseMask(fields));
