import { z } from 'zod';
import { type Page, textOf } from './replies.ts';

const named = z.object({ name: z.string() });
const names = z.array(z.object({ name: z.string().nullish() }));
const date = z.object({ start: z.string(), end: z.string().nullish() });

/** A property's value as text; empty for what has none, or only refers to something else. */
function writeValue(property: Readonly<Record<string, unknown>>): string {
  const value = property[String(property['type'])];
  switch (property['type']) {
    case 'rich_text':
      return textOf(value);
    case 'select':
    case 'status':
      return named.safeParse(value).data?.name ?? '';
    case 'multi_select':
    case 'people':
    case 'files':
      return (names.safeParse(value).data ?? []).flatMap(({ name }) => name ?? []).join(', ');
    case 'date': {
      const period = date.safeParse(value).data;
      return period ? [period.start, period.end].filter(Boolean).join(' – ') : '';
    }
    case 'checkbox':
      return value ? 'Yes' : 'No';
    case 'formula':
      return writeValue((value ?? {}) as Record<string, unknown>);
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
}

/** The properties of a database's row, a line each; empty for a page that has but a title. */
export function propertyLines({ properties }: Page): string {
  return Object.entries(properties)
    .filter(([, { type }]) => type !== 'title')
    .map(([name, property]) => [name, writeValue(property)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n');
}
