import {
  comments,
  cookieBanner,
  linkList,
  newsletter,
  paragraphs,
  prose,
  repeat,
  shareLinks,
  teasers,
} from './surroundings.ts';
import type { Shape } from './writer.ts';

const head = (title: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} – The Site</title><style>.a{color:red}</style><script>window.dataLayer=[]</script></head>`;

/** As blog software of the WordPress family writes it: every part has its class. */
const blog: Shape = (writer) => {
  const title = writer.text(5);
  return `${head(title)}<body class="post-template single has-sidebar"><a class="skip-link screen-reader-text" href="#content">Skip</a>
<header class="site-header"><p class="site-title"><a href="/">${writer.other(2)}</a></p><nav class="main-navigation">${linkList(writer, 6, ' class="menu"')}</nav></header>
<div id="content" class="site-content"><main id="main" class="site-main"><article class="post type-post hentry">
<header class="entry-header"><h1 class="entry-title">${title}</h1></header><div class="entry-content">${prose(writer, 3)}
<div class="sharedaddy sd-sharing-enabled">${shareLinks(writer, ' class="sd-content"')}</div><div id="jp-relatedposts" class="jp-relatedposts related-posts">${linkList(writer, 3)}</div></div>
<footer class="entry-footer"><span class="tags-links">${linkList(writer, 4)}</span></footer></article>
<nav class="navigation post-navigation">${linkList(writer, 2)}</nav>${comments(writer, 4, ' id="comments" class="comments-area"', ' class="comment"')}</main>
<aside id="secondary" class="widget-area"><section class="widget widget_search"><form><input type="search"></form></section><section class="widget widget_recent_entries"><h2>${writer.other(2)}</h2>${linkList(writer, 6)}</section></aside></div>
<footer class="site-footer"><p>© 2026 ${writer.other(8)}</p>${linkList(writer, 5)}</footer>${cookieBanner(writer, ' id="cookie-law-info-bar"')}</body></html>`;
};

/** As news sites write it: names made by a build tool, so that only the structure distinguishes content. */
const news: Shape = (writer) => {
  const title = writer.text(6);
  return `${head(title)}<body><div id="root"><div class="sc-1a2b"><div class="sc-9f3c">${linkList(writer, 8)}</div><div class="sc-77aa"><a href="/login">${writer.other(2)}</a></div></div>
<div class="sc-b0d1"><div class="sc-c4e2"><h1 class="sc-h1">${title}</h1><p class="sc-lead">${writer.paragraph()}</p><div class="sc-body">${paragraphs(writer, 4)}
<div class="sc-inl"><a href="/x">${writer.other(7)}</a></div>${paragraphs(writer, 4)}</div></div>
<div class="sc-d8f3">${teasers(writer, 5, ' class="sc-rel"')}${newsletter(writer, ' class="sc-nl"')}</div></div>
<div class="sc-foot">${linkList(writer, 12)}<p>${writer.other(10)}</p></div></div>${cookieBanner(writer, ' class="sc-ck"')}</body></html>`;
};

/** As a component framework with utility classes writes it. */
const utility: Shape = (writer) => {
  const title = writer.text(5);
  return `${head(title)}<body class="antialiased bg-white"><div class="min-h-screen flex flex-col"><header class="sticky top-0 flex items-center justify-between px-4"><a href="/" class="font-bold">${writer.other(1)}</a><nav class="flex gap-4">${linkList(writer, 5)}</nav></header>
<main class="flex-1 mx-auto max-w-prose"><h1 class="text-4xl">${title}</h1><div class="prose lg:prose-xl">${prose(writer, 3)}</div><div class="mt-8 grid grid-cols-3">${repeat(3, () => `<a href="/p" class="block rounded p-4"><h3>${writer.other(4)}</h3></a>`)}</div></main>
<footer class="border-t px-4 py-8"><div class="grid grid-cols-4">${repeat(4, () => `<div><h4>${writer.other(1)}</h4>${linkList(writer, 4)}</div>`)}</div></footer></div>${cookieBanner(writer, ' class="fixed bottom-0 inset-x-0 p-4"')}</body></html>`;
};

/** As pages of the nineties still stand: tables place everything. */
const placedByTables: Shape = (writer) => {
  const title = writer.text(5);
  return `<html><head><title>${title}</title></head><body bgcolor="#ffffff"><table width="100%"><tr><td colspan="2"><font size="6">${writer.other(2)}</font></td></tr>
<tr><td width="150" valign="top">${repeat(8, () => `<a href="/${writer.below(1e6)}.html">${writer.other(2)}</a><br>`)}</td><td valign="top"><h1>${title}</h1>${paragraphs(writer, 6)}<h2>${writer.text(3)}</h2>${paragraphs(writer, 3)}</td></tr>
<tr><td colspan="2" align="center"><a href="/">${writer.other(1)}</a> | <a href="/m">${writer.other(1)}</a> | <a href="/c">${writer.other(1)}</a></td></tr></table></body></html>`;
};

/** An encyclopedia's: long, with notes, a box of facts and many links in the text. */
const encyclopedia: Shape = (writer) => {
  const title = writer.text(2);
  return `${head(title)}<body class="mediawiki skin-vector"><div id="mw-page-base"></div><div class="vector-header-container"><header class="vector-header mw-header">${linkList(writer, 5)}</header></div>
<div class="mw-page-container"><div class="vector-column-start"><nav id="mw-panel-toc">${linkList(writer, 7)}</nav></div><main id="content" class="mw-body"><h1 id="firstHeading">${title}</h1><div id="mw-content-text"><div class="mw-parser-output">
<table class="infobox"><tbody>${repeat(5, () => `<tr><th>${writer.text(1)}</th><td>${writer.text(3)}</td></tr>`)}</tbody></table>
${repeat(5, () => `<p>${writer.text(8)} <a href="/wiki/${writer.below(1e6)}">${writer.text(2)}</a> ${writer.text(7)} <a href="/wiki/a">${writer.text(1)}</a> ${writer.text(9)}.<sup class="reference"><a href="#n">[1]</a></sup></p><h2><span class="mw-headline">${writer.text(3)}</span></h2>`)}${paragraphs(writer, 3)}
</div></div><div id="catlinks" class="catlinks">${linkList(writer, 5)}</div></main></div><footer id="footer" class="mw-footer">${linkList(writer, 6)}</footer></body></html>`;
};

export const articles: Readonly<Record<string, Shape>> = {
  blog,
  news,
  utility,
  placedByTables,
  encyclopedia,
};
