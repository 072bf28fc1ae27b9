import { describe, expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';

const convert = (html: string) => markdownOf('page.html', html);

describe('a formula is TeX', () => {
  test.each([
    [
      '<p><math display="block"><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>α</mi><mi>i</mi></msub></math></p>',
      '$$\\sum_{i=1}^{n}\\alpha_{i}$$',
    ],
    [
      '<p><math><mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo>)</mo></math></p>',
      '$\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}$',
    ],
    ['<p><math><mover><mi>v</mi><mo>→</mo></mover><mo>=</mo><mn>0</mn></math></p>', '$\\vec{v}=0$'],
    ['<p><math><mi>sin</mi><mo>⁡</mo><mi>x</mi></math></p>', '$\\sin x$'],
    ['<p><math><mroot><mi>x</mi><mn>3</mn></mroot></math></p>', '$\\sqrt[3]{x}$'],
    ['<p>N = <math><msup><mn>10</mn><mn>23</mn></msup></math>.</p>', 'N = $10^{23}$.'],
    ['<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> cup</p>', '$\\frac{1}{2}$ cup'],
    [
      '<p><math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math></p>',
      '$\\frac{a+b}{2}$',
    ],
    ['<p><math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math></p>', '$\\sqrt{x+1}$'],
    ['<p><math><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math></p>', '$x_{i}^{2}$'],
    ['<p><math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi></math></p>', '$E=mc^{2}$'],
    [
      '<p><math><semantics><mrow><mi>c</mi></mrow><annotation encoding="application/x-tex">\\mathrm{c}</annotation></semantics></math></p>',
      '$\\mathrm{c}$',
    ],
    ['<p>See <script type="math/tex">x^2 + y^2</script>.</p>', 'See $x^2 + y^2$.'],
    [
      '<p>a<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math><msup><mi>x</mi><mn>2</mn></msup></math></span><img aria-hidden="true" alt="{\\displaystyle x^{2}}" src="https://x.org/a.svg"></span></p>',
      'a$x^{2}$',
    ],
  ])('%s', async (html, markdown) => {
    await expect(convert(html)).resolves.toBe(`${markdown}\n`);
  });
});

const mathMl =
  '<math><semantics><msup><mi>a</mi><mn>2</mn></msup><annotation encoding="application/x-tex">a^2</annotation></semantics></math>';

describe('a formula is read once', () => {
  test.each([
    [
      'of KaTeX',
      `<span class="katex"><span class="katex-mathml">${mathMl}</span><span class="katex-html" aria-hidden="true">a2</span></span>`,
    ],
    [
      'of KaTeX, cleaned of attributes for screen readers',
      `<span class="katex"><span class="katex-mathml">${mathMl}</span><span class="katex-html">a2</span></span>`,
    ],
    [
      'of MathJax 2',
      `<span class="MathJax_Preview">a2</span><span class="MathJax"><nobr><span class="math">a2</span></nobr><span class="MJX_Assistive_MathML">${mathMl}</span></span><script type="math/tex">a^2</script>`,
    ],
    [
      'of MathJax 2 without MathML',
      '<span class="MathJax_Preview"></span><span class="MathJax"><nobr><span class="math">a2</span></nobr></span><script type="math/tex">a^2</script>',
    ],
    [
      'of MathJax 3',
      `<mjx-container jax="CHTML"><mjx-math aria-hidden="true"></mjx-math><mjx-assistive-mml>${mathMl}</mjx-assistive-mml></mjx-container>`,
    ],
  ])('%s', async (_what, html) => {
    await expect(convert(`<p>So ${html}.</p>`)).resolves.toBe('So $a^2$.\n');
  });
});

test('a formula of thousands of elements within each other is read in time that grows with its length', async () => {
  const depth = 20_000;
  const html = `<p><math>${'<msqrt>'.repeat(depth)}<mi>x</mi>${'</msqrt>'.repeat(depth)}</math></p>`;
  await expect(convert(html)).resolves.toContain('\\sqrt{x}');
});
