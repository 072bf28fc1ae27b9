import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';

const sentence = 'You have the right to know what information we maintain about you and for how long we do. ';
const paragraph = `<p>${sentence.repeat(3)}</p>`;

test.each([
  [
    'items whose text stands in spans (trafilatura 431)',
    `<main><h1>Privacy</h1>${paragraph}<ul><li><span class="c">First right</span></li><li><span class="c">Second right</span></li></ul></main>`,
    ['- First right', '- Second right'],
  ],
  [
    'lists in cells of tables (trafilatura 531, 335)',
    `<main>${paragraph}<table><tr><td>Mon</td><td><ul><li>10:00 AM - 8:00 PM</li></ul></td></tr><tr><td>Tue</td><td><ul><li>Closed</li></ul></td></tr></table></main>`,
    ['10:00 AM - 8:00 PM', 'Closed'],
  ],
  [
    'lists directly in the body (trafilatura 233)',
    `<h1>Post</h1>${paragraph}<ul><li>I could not use the first way.</li><li>Nor the second.</li></ul>${paragraph}`,
    ['- I could not use the first way.', '- Nor the second.'],
  ],
  [
    'what follows emphasis in tables that place things (trafilatura 890)',
    `<table class="maintable"><tr><td class="sidebar"><a href="/">Home</a> <a href="/archive">Archive</a></td><td class="content"><h1>Gears</h1><p>If the left knob turns at rate <i>r</i>, the middle gear turns at rate -3<i>r</i> and the right knob turns at rate 3<i>r</i>/2. This produces a line with slope 3/2.<p>${sentence}</td></tr></table>`,
    ['and the right knob turns at rate 3*r*/2. This produces a line'],
  ],
  [
    'the main element beside boxes before it (trafilatura 588)',
    `<div><div class="hero"><p>${sentence}</p></div><main><h1>Notice</h1>${paragraph}<h2>Rights</h2>${paragraph}</main></div>`,
    ['# Notice', '## Rights'],
  ],
  [
    'elements whose names are those of surroundings (Readability 807)',
    `<main><h2 id="gdpr-ArticleTitle">How does it help?</h2><p id="gdpr-Intro">Introduction: ${sentence}</p><p class="gdpr-Paragraph">1) ${sentence}</p><p class="gdpr-Paragraph">2) ${sentence}</p></main>`,
    ['How does it help?', 'Introduction:', '1\\) You', '2\\) You'],
  ],
  [
    'a content that is called after its sidebar (Readability 564)',
    `<div class="contentWithSidebar"><h1>Title</h1>${paragraph}${paragraph}</div><div class="sidebar"><ul><li><a href="/a">A</a><li><a href="/b">B</a><li><a href="/c">C</a></ul></div>`,
    ['# Title', 'You have the right'],
  ],
  [
    'the first of boxes that stand in boxes (Readability 704)',
    `<h1>Steps</h1><div><div><a href="/1">1. Open the panel</a></div><div>2. ${sentence}</div></div><div><div><a href="/9">9. Restart</a></div><div>10. ${sentence}</div></div>`,
    ['Open the panel', 'Restart'],
  ],
])('%s are read', async (_what, body, words) => {
  const markdown = await markdownOf('page.html', `<html><body>${body}</body></html>`);
  for (const word of words) expect(markdown).toContain(word);
});
