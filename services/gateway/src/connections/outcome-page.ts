import { createHash } from 'node:crypto';
import type { PageResponse } from '@docfleet/api/route';
import { escapeHtml } from '../http/html-page.ts';

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; width: 100%; max-width: 32rem; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.75rem; }
p { margin: 0; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing but the page's own style: no script, no form, no frame, and nothing from anywhere else. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page for the user who returns from a vendor: a headline, and a sentence that says what to do. It needs no script. */
export function outcomePage(status: 200 | 410, headline: string, sentence: string): PageResponse {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(headline)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(headline)}</h1>
<p>${escapeHtml(sentence)}</p>
</main>
</body>
</html>
`;
  return { page, policy, status, referrer: 'no-referrer' };
}
