import {
  code,
  comments,
  cookieBanner,
  linkList,
  newsletter,
  paragraphs,
  repeat,
  shareLinks,
  table,
  teasers,
} from './surroundings.ts';
import type { Shape } from './writer.ts';

const head = (title: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Docs</title><link rel="stylesheet" href="/s.css"></head>`;

/** As documentation tools of the Docusaurus family write it. */
const documentation: Shape = (writer) => {
  const title = writer.text(3);
  return `${head(title)}<body><div id="__docusaurus"><nav class="navbar navbar--fixed-top">${linkList(writer, 6)}</nav><div class="main-wrapper"><aside class="theme-doc-sidebar-container"><div>${linkList(writer, 20, ' class="menu__list"')}</div></aside>
<main class="docMainContainer"><div class="container"><div class="row"><div class="col"><div class="docItemContainer"><article><nav class="theme-doc-breadcrumbs">${linkList(writer, 3, ' class="breadcrumbs"')}</nav><div class="theme-doc-markdown markdown"><header><h1>${title}</h1></header>
${repeat(3, () => `<h2 class="anchor">${writer.text(3)}<a class="hash-link" href="#x" aria-hidden="true">#</a></h2>${paragraphs(writer, 1)}<div class="language-ts codeBlockContainer">${code(writer, 'ts')}<div class="buttonGroup"><button>Copy</button></div></div><p>${writer.text(8)} <code>${writer.text(1)}</code>.</p>`)}
<div class="theme-admonition admonition alert alert--info"><div class="admonitionHeading">note</div><div><p>${writer.paragraph()}</p></div></div>${table(writer, 5)}</div><footer class="theme-doc-footer docusaurus-mt-lg"><a href="/edit">${writer.other(3)}</a></footer></article><nav class="pagination-nav docusaurus-mt-lg">${linkList(writer, 2)}</nav></div></div>
<div class="col col--3"><div class="tableOfContents">${linkList(writer, 6, ' class="table-of-contents"')}</div></div></div></div></main></div><footer class="footer footer--dark">${linkList(writer, 9)}<div>${writer.other(5)}</div></footer></div></body></html>`;
};

/** As Sphinx writes it for many projects: definitions of functions. */
const definitions: Shape = (writer) => {
  const title = writer.text(3);
  return `${head(title)}<body class="wy-body-for-nav"><div class="wy-grid-for-nav"><nav class="wy-nav-side"><div class="wy-menu wy-menu-vertical">${linkList(writer, 15)}</div></nav><section class="wy-nav-content-wrap"><div class="wy-nav-content"><div class="rst-content"><div role="navigation" aria-label="Page navigation">${linkList(writer, 3, ' class="wy-breadcrumbs"')}</div>
<div role="main" class="document"><div itemprop="articleBody"><section id="x"><h1>${title}<a class="headerlink" href="#x" title="Link">¶</a></h1>${paragraphs(writer, 1)}${repeat(5, () => `<dl class="py function"><dt class="sig">${writer.text(1)}(<em>${writer.text(1)}</em>)</dt><dd><p>${writer.paragraph()}</p><table class="field-list"><tr><th>${writer.text(1)}</th><td>${writer.text(5)}</td></tr></table></dd></dl>`)}${code(writer, 'python')}</section></div></div>
<footer><div class="rst-footer-buttons" role="navigation">${linkList(writer, 2)}</div><hr><div role="contentinfo"><p>© ${writer.other(5)}</p></div></footer></div></div></section></div></body></html>`;
};

/** A page of figures, with hardly any prose. */
const figures: Shape = (writer) => {
  const title = writer.text(4);
  return `${head(title)}<body><div class="header"><div class="logo"><a href="/">${writer.other(1)}</a></div><div class="top-menu">${linkList(writer, 7)}</div></div><div class="breadcrumb">${linkList(writer, 3)}</div>
<div class="page"><div class="page-inner"><h1>${title}</h1><p>${writer.sentence()}</p>${table(writer, 25, 5)}<p>${writer.sentence()}</p></div><div class="right-rail"><div class="ad-slot">${writer.other(4)}</div>${teasers(writer, 3, ' class="related"')}</div></div><div class="footer">${linkList(writer, 8)}</div>${cookieBanner(writer, ' class="cc-window cc-banner"')}</body></html>`;
};

/** A forum's thread: the answers are the content, and each has its surroundings. */
const forum: Shape = (writer) => {
  const title = writer.text(6);
  return `${head(title)}<body id="phpbb" class="section-viewtopic"><div id="wrap"><div id="page-header"><div class="headerbar"><a href="/">${writer.other(2)}</a></div><div class="navbar">${linkList(writer, 5)}</div></div><div id="page-body"><h2 class="topic-title"><a href="/t">${title}</a></h2><div class="action-bar bar-top"><div class="pagination">${linkList(writer, 4)}</div></div>
${repeat(6, () => `<div class="post has-profile"><dl class="postprofile"><dt><a href="/u">${writer.other(1)}</a></dt></dl><div class="postbody"><div class="content">${writer.sentence()}<br><br>${writer.paragraph()}${writer.below(2) ? `<blockquote><div>${writer.sentence()}</div></blockquote>` : ''}</div></div></div>`)}
<div class="action-bar bar-bottom">${linkList(writer, 3)}</div></div><div id="page-footer" class="page-footer"><div class="copyright">${writer.other(8)}</div></div></div></body></html>`;
};

/** A question with its answers; remarks below each are not what is looked for. */
const responses: Shape = (writer) => {
  const title = writer.text(7);
  return `${head(title)}<body class="question-page"><header class="s-topbar"><form role="search"><input type="search"></form>${linkList(writer, 5)}</header><div class="container"><div id="left-sidebar">${linkList(writer, 8)}</div><div id="content"><div id="question-header"><h1><a href="/q">${title}</a></h1></div><div id="mainbar">
${repeat(3, () => `<div class="answer"><div class="votecell"><button>Up</button></div><div class="answercell"><div class="s-prose js-post-body">${paragraphs(writer, 2)}${code(writer, 'js')}</div></div></div>`)}
</div><div id="sidebar">${teasers(writer, 2, ' class="s-sidebarwidget"')}${linkList(writer, 8)}</div></div></div><footer id="footer" class="site-footer">${linkList(writer, 9)}</footer></body></html>`;
};

/** A shop's: description, data, opinions; around it everything that may be bought besides. */
const product: Shape = (writer) => {
  const title = writer.text(4);
  return `${head(title)}<body class="template-product"><div class="announcement-bar"><p>${writer.other(6)}</p></div><header class="site-header"><nav>${linkList(writer, 7)}</nav><form action="/search"><input type="search"></form></header><nav class="breadcrumbs">${linkList(writer, 3)}</nav>
<main><section class="product"><div class="product__media"><img src="/a.jpg" alt=""></div><div class="product__info"><h1>${title}</h1><p class="price">${writer.text(1)} 49,00 €</p><form action="/cart"><select><option>S</option><option>M</option></select><button>Add to cart</button></form><div class="product__description">${paragraphs(writer, 3)}<ul>${repeat(5, () => `<li>${writer.text(5)}</li>`)}</ul></div>${table(writer, 6, 2)}${shareLinks(writer, ' class="share-buttons"')}</div></section>
<section class="reviews"><h2>${writer.text(2)}</h2>${repeat(3, () => `<div class="review"><p>${writer.paragraph()}</p></div>`)}</section>${teasers(writer, 4, ' class="product-recommendations"')}</main><footer class="footer">${newsletter(writer, ' class="footer__newsletter"')}${linkList(writer, 8)}</footer>${cookieBanner(writer, ' id="onetrust-banner-sdk" role="dialog"')}</body></html>`;
};

/** An article that drowns in what its readers say. */
const discussed: Shape = (writer) => {
  const title = writer.text(5);
  return `${head(title)}<body><div class="top">${linkList(writer, 5)}</div><div class="layout"><div class="story"><h1>${title}</h1>${paragraphs(writer, 4)}</div>${comments(writer, 10, ' class="comments"', ' class="comment-body"')}</div><div class="bottom">${linkList(writer, 5)}</div></body></html>`;
};

export const references: Readonly<Record<string, Shape>> = {
  documentation,
  definitions,
  figures,
  forum,
  responses,
  product,
  discussed,
};
