import type { Format } from '../format.ts';
import { csv } from './csv/csv.ts';
import { html } from './html/html.ts';
import { markdown } from './markdown/markdown.ts';
import { pdf } from './pdf/pdf.ts';
import { text } from './text/text.ts';

/** Every format that can be read; the first that matches a file reads it, and plain text matches any text. */
export const formats: readonly Format[] = [pdf, html, csv, markdown, text];
