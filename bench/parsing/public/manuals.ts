/** A manual that others made, and where the same text lies in a form whose structure is known. */
export interface Manual {
  readonly name: string;
  /** The Debian package that carries the PDF, and its place there; a name that ends in `.gz` is unpacked. */
  readonly package: string;
  readonly pdf: string;
  /** HTML edition of the manual: its folder or file, and the names of its files. */
  readonly html?: { readonly package: string; readonly path: string; readonly files?: RegExp };
}

const installationGuide = (language: string): Manual => ({
  name: `install.${language}`,
  package: 'installation-guide-amd64',
  pdf: `usr/share/doc/installation-guide-amd64/${language}/install.${language}.pdf.gz`,
  html: {
    package: 'installation-guide-amd64',
    path: `usr/share/doc/installation-guide-amd64/${language}`,
    files: /\.html$/,
  },
});

const debianReference = (language: string): Manual => ({
  name: `debian-reference.${language}`,
  package: `debian-reference-${language}`,
  pdf: `usr/share/debian-reference/debian-reference.${language}.pdf`,
  html: {
    package: `debian-reference-${language}`,
    path: 'usr/share/debian-reference',
    files: new RegExp(`\\.${language}\\.html$`),
  },
});

const rManual = (name: string): Manual => ({
  name,
  package: 'r-doc-pdf',
  pdf: `usr/share/R/doc/manual/${name}.pdf`,
  html: { package: 'r-doc-html', path: `usr/share/R/doc/manual/${name}.html` },
});

const glpk = (name: string): Manual => ({
  name: `glpk-${name}`,
  package: 'glpk-doc',
  pdf: `usr/share/doc/glpk-doc/${name}.pdf`,
});

/** Papers and samples of LaTeX classes for journals: two columns, line numbers, small capitals, floats. */
const paper = (path: string): Manual => ({
  name: (path.split('/').at(-1) ?? path).replace(/\.pdf$/, ''),
  package: 'texlive-publishers-doc',
  pdf: `usr/share/texlive/texmf-dist/doc/${path}.pdf`,
});

/** The corpus: one source each, published as PDF and, for most of them, as HTML. */
export const manuals: readonly Manual[] = [
  ...['en', 'de', 'fr', 'ja', 'ru', 'zh_CN'].map(installationGuide),
  ...['en', 'de', 'fr', 'ja'].map(debianReference),
  ...['R-FAQ', 'R-admin', 'R-data', 'R-exts', 'R-intro', 'R-ints', 'R-lang'].map(rManual),
  {
    name: 'debian-faq',
    package: 'debian-faq',
    pdf: 'usr/share/doc/debian/FAQ/debian-faq.en.pdf.gz',
    html: { package: 'debian-faq', path: 'usr/share/doc/debian/FAQ', files: /\.en\.html$/ },
  },
  {
    name: 'debian-policy',
    package: 'debian-policy',
    pdf: 'usr/share/doc/debian-policy/policy.pdf.gz',
    html: {
      package: 'debian-policy',
      path: 'usr/share/doc/debian-policy/policy.html',
      files: /^(?:ch|ap|up).*\.html$/,
    },
  },
  {
    name: 'fhs',
    package: 'debian-policy',
    pdf: 'usr/share/doc/debian-policy/fhs/fhs-3.0.pdf.gz',
    html: { package: 'debian-policy', path: 'usr/share/doc/debian-policy/fhs/fhs-3.0.html' },
  },
  {
    name: 'developers-reference',
    package: 'developers-reference',
    pdf: 'usr/share/developers-reference/developers-reference.pdf',
    html: {
      package: 'developers-reference',
      path: 'usr/share/developers-reference/developers-reference.html',
    },
  },
  {
    name: 'maint-guide',
    package: 'maint-guide',
    pdf: 'usr/share/doc/maint-guide/maint-guide.en.pdf',
    html: { package: 'maint-guide', path: 'usr/share/doc/maint-guide/html', files: /\.en\.html$/ },
  },
  {
    name: 'docbook-xsl',
    package: 'docbook-xsl-doc-pdf',
    pdf: 'usr/share/doc/docbook-xsl-doc-pdf/doc/reference.pdf.gz',
  },
  { name: 'gnuplot', package: 'gnuplot-doc', pdf: 'usr/share/doc/gnuplot/gnuplot.pdf' },
  ...['cnfsat', 'glpk', 'gmpl', 'gmpl_es', 'graphs'].map(glpk),
];

void paper;
