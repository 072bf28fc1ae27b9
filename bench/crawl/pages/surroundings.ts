import type { Writer } from './writer.ts';

const times = (number: number, write: (index: number) => string) =>
  Array.from({ length: number }, (_, index) => write(index)).join('\n');

/** A list of links, as menus, sidebars and lists of related pages are. */
export const linkList = (writer: Writer, number: number, attributes = '') =>
  `<ul${attributes}>${times(number, () => `<li><a href="/${writer.below(1e6)}">${writer.other(1 + writer.below(4))}</a></li>`)}</ul>`;

/** A request for consent, as scripts put it at the end of the body. */
export const cookieBanner = (writer: Writer, attributes: string) =>
  `<div${attributes}><p>We use cookies to ${writer.other(14)}. <a href="/privacy">${writer.other(2)}</a></p><button>Accept</button><button>Reject</button></div>`;

export const shareLinks = (writer: Writer, attributes: string) =>
  `<div${attributes}>${times(4, () => `<a href="https://social.example/share">${writer.other(1)}</a>`)}</div>`;

export const newsletter = (writer: Writer, attributes: string) =>
  `<div${attributes}><h3>${writer.other(3)}</h3><p>${writer.other(14)}</p><form action="/subscribe"><input type="email" name="email"><button>Go</button></form></div>`;

/** Links with a picture and a sentence each. */
export const teasers = (writer: Writer, number: number, attributes: string) =>
  `<div${attributes}><h2>${writer.other(2)}</h2>${times(
    number,
    () =>
      `<div><a href="/${writer.below(1e6)}"><img src="data:image/gif;base64,R0lG" data-src="/t.jpg" alt="${writer.other(2)}"><h3>${writer.other(6)}</h3></a></div>`,
  )}</div>`;

export const comments = (writer: Writer, number: number, outer: string, each: string) =>
  `<div${outer}><h2>${number} ${writer.other(1)}</h2>${times(
    number,
    () =>
      `<div${each}><b>${writer.other(1)}</b><p>${writer.other(12 + writer.below(20))}.</p><a href="#reply">Reply</a></div>`,
  )}<form><textarea name="comment"></textarea><button>Send</button></form></div>`;

export const paragraphs = (writer: Writer, number: number) =>
  times(number, () => `<p>${writer.paragraph()}</p>`);

/** A few paragraphs with a heading, links within the sentences, a list and a quotation. */
export const prose = (writer: Writer, sections: number) =>
  times(
    sections,
    () => `<h2>${writer.text(4)}</h2>${paragraphs(writer, 2)}
<p>${writer.text(9)} <a href="/in/${writer.below(1e6)}">${writer.text(2)}</a> ${writer.text(6)}, <em>${writer.text(2)}</em>.</p>
${writer.below(2) ? `<ul>${times(3, () => `<li>${writer.sentence()}</li>`)}</ul>` : `<blockquote><p>${writer.sentence()}</p></blockquote>`}`,
  );

export const code = (writer: Writer, language: string) =>
  `<pre><code class="language-${language}">${times(5, () => `<span class="hljs-keyword">const</span> ${writer.text(1)} = <span class="hljs-title">${writer.text(1)}</span>(); <span class="hljs-comment">// ${writer.text(3)}</span>`)}</code></pre>`;

export const table = (writer: Writer, rows: number, columns = 3) =>
  `<table><thead><tr>${times(columns, () => `<th>${writer.text(1)}</th>`)}</tr></thead><tbody>${times(rows, () => `<tr>${times(columns, () => `<td>${writer.text(2)}</td>`)}</tr>`)}</tbody></table>`;

export const repeat = times;
