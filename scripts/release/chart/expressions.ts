export interface Expressions {
  /** Returns a word that stands for an expression as a value, or within one. */
  readonly value: (expression: string) => string;
  /** Returns a key that stands for the lines that an expression renders, or for none of them. */
  readonly line: (expression: string) => string;
  /** Puts the expressions into a text of YAML. */
  readonly restore: (text: string) => string;
}

/** Stands in for expressions of Helm, which are no YAML, while a manifest is changed. */
export function expressionsOfHelm(): Expressions {
  const expressions: string[] = [];
  return {
    value: (expression) => `HELM${expressions.push(`{{ ${expression} }}`) - 1}END`,
    line: (expression) => `HELM${expressions.push(expression) - 1}LINE`,
    restore: (text) =>
      text
        .replace(
          /^( *)HELM(\d+)LINE: null$/gm,
          (_, indent: string, index: string) =>
            `${indent}{{- ${expressions[Number(index)]} | nindent ${indent.length} }}`,
        )
        .replace(/HELM(\d+)END/g, (_, index: string) => expressions[Number(index)] ?? ''),
  };
}

/** Writes a map as an expression of Helm whose texts may hold expressions. */
export const expanded = (value: object): string =>
  `(fromJson (tpl ${JSON.stringify(JSON.stringify(value))} .))`;

/** Writes a value as an expression of Helm; texts in it may hold expressions of their own. */
export function literal(value: unknown): string {
  const json = JSON.stringify(JSON.stringify(value));
  return Array.isArray(value) ? json : `(fromJson ${json})`;
}
