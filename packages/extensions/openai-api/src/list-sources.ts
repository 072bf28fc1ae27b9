import type { AnswerResponse } from '@docfleet/answers/present-answer';

export type Cited = AnswerResponse['citations'][number];
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Text of a document in the Markdown of an answer: clients would show its images, which report to their server that they were read, and follow its links. */
const asText = (text: string) => oneLine(text).replace(/[\\[\]<]/g, '\\$&');

/** An address that ends where its link ends; undefined for an address that is not of the web. */
function linkTarget(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  return url.replace(
    /[\s()<>[\]\\]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}

/** The citations as a list behind the answer: clients of this form show nothing else of them. */
export function listSources(citations: readonly Pick<Cited, 'number' | 'document' | 'quote'>[]): string {
  if (citations.length === 0) return '';
  const lines = citations.map(({ number, quote, document: { name, externalId, url } }) => {
    const title = asText(name ?? externalId);
    const address = url && linkTarget(url);
    return `[${number}] ${address ? `[${title}](${address})` : title}: “${asText(quote)}”`;
  });
  return `\n\n${lines.join('\n\n')}`;
}
