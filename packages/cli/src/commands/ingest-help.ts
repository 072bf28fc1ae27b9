/** What `docfleet ingest --help` says beside the options. */
export const ingestHelp = `
A file is known by its path: sent again, it updates its document. What is unchanged since it was sent from here is
not sent again, unless you say --force, so that an ingestion that was interrupted is resumed by the same command.
Elsewhere, as in CI, --id-prefix stands for the folder's path.

Of folders, hidden and empty files, links, and what .gitignore and .docfleetignore name are left out.
--watch deletes the documents of files that are deleted, also of those that it finds deleted since they were sent.
Of a folder in which nothing is left it deletes nothing at first: it may be the place of a drive that is away.

Piped or with --json, each document is a line of JSON. It ends with 5 when documents failed.

Examples:
  $ docfleet ingest handbook.pdf
  $ docfleet ingest ~/notes --watch
  $ docfleet ingest docs --id-prefix handbook --metadata team=people
  $ docfleet ingest https://example.com/page https://youtu.be/dQw4w9WgXcQ
  $ docfleet ingest https://example.com/sitemap.xml --sitemap --sync weekly
  $ pandoc notes.org -t gfm | docfleet ingest - --name notes.md --external-id notes`;
