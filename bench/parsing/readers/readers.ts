/** Reads a file as Markdown; throws where it cannot. */
type Reader = (path: string) => Promise<string>;

interface KnownReader {
  readonly load: () => Promise<Reader>;
  /** Names of files that it can read. */
  readonly reads: RegExp;
}

/** The readers that are compared. */
export const readers: Readonly<Record<string, KnownReader>> = {
  docfleet: { load: async () => (await import('./docfleet.ts')).readDocfleet, reads: /./ },
  officeparser: {
    load: async () => (await import('./officeparser.ts')).readOfficeparser,
    reads: /\.(docx|pptx|xlsx|odt|odp|ods|rtf|pdf|html|md|epub|csv)$/,
  },
  'mammoth + turndown': { load: async () => (await import('./mammoth.ts')).readMammoth, reads: /\.docx$/ },
  unpdf: { load: async () => (await import('./unpdf.ts')).readUnpdf, reads: /\.pdf$/ },
  pdftotext: { load: async () => (await import('./pdftotext.ts')).readPdftotext, reads: /\.pdf$/ },
};
