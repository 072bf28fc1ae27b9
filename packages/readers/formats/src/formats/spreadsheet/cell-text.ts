import { escapeText, linkTarget } from '@docfleet/text/markdown';

/** Numbers and words without anything that could be Markdown, as most cells are. */
const harmless = /^[\p{L}\p{N} .,:;/%()'"$€£]*$/u;

/** Returns the displayed text of a cell as Markdown in one line; newlines become `<br>`. */
export function cellText(shown: string, address?: string): string {
  const target = linkTarget(address);
  const text = harmless.test(shown) ? shown.trim() : escapeLines(shown.trim(), target !== undefined);
  return target && text ? `[${text}](${target})` : text;
}

function escapeLines(shown: string, isInLink: boolean): string {
  return shown
    .split(/\s*\n\s*/)
    .map((line) => escapeText(line, { startsLine: !/^\d/.test(line), isInLink }))
    .join('<br>');
}
