import { htmlToMarkdown } from '@docfleet/text/html';
import { noteToMarkdown } from '../providers/box/note.ts';
import { storageToMarkdown } from '../providers/confluence/storage-markdown.ts';
import { plainMarkdown } from '../providers/notion/enhanced-markdown.ts';

/** Forms in which vendors send the pages that their users write. */
const converters = {
  boxNote: noteToMarkdown,
  confluenceStorage: storageToMarkdown,
  // A page of SharePoint: HTML of its authors.
  html: (html) => htmlToMarkdown(html),
  notionMarkdown: plainMarkdown,
} satisfies Record<string, (text: string) => string>;

export type MarkupForm = keyof typeof converters;

export interface MarkupTask {
  readonly form: MarkupForm;
  readonly text: string;
}

/** Converts within the calling process: only a child of `createMarkupReader` does so with what a vendor sends. */
export const convertMarkup = async ({ form, text }: MarkupTask): Promise<{ readonly markdown: string }> => ({
  markdown: converters[form](text),
});
