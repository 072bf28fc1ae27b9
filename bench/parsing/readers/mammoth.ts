import { gfm } from '@joplin/turndown-plugin-gfm';
import mammoth from 'mammoth';
import Turndown from 'turndown';

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
turndown.use(gfm);

export async function readMammoth(path: string): Promise<string> {
  const { value } = await mammoth.convertToHtml({ path });
  return turndown.turndown(value);
}
