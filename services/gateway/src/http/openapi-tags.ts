/** Groups of operations by their tag, in the order of the reference, each with its introduction. */
const descriptions: Readonly<Record<string, string>> = {
  Namespaces:
    'A namespace is a collection of documents with its own embedding model, vector store and file store. It is named by its identifier, which is its name.',
  Ingestion:
    'Each request starts a run, which adds documents or updates those that it finds again, and answers 202 with the ids. What has not changed is not embedded again.',
  'Ingest job runs':
    'A run is one execution of an ingestion. It is COMPLETED when each of its documents has ended.',
  Documents:
    'A document is a text, a file, a page, a video or an item of a connection. Its status says where it is; changes of many documents take a filter.',
  Search: 'Searches return passages of documents with their scores and where they stand.',
  Answers: 'Answers are written by a chat model from what a search finds, each sentence with its citation.',
  Conversion: 'Files become Markdown, and nothing is kept.',
  Connections:
    'A connection is access to an account at a vendor. Its user agrees at the vendor, or settings are entered in place of a consent.',
  Webhooks: 'A webhook receives a signed request for each event of documents and runs.',
  Evaluation:
    'A golden set holds questions with what searches should find; an evaluation measures the searches of a namespace with it.',
  'API keys': 'A key belongs to an organization, and its scopes say what it may do.',
  Usage: 'What an organization ingests, stores and spends.',
  'Audit trail': 'Who changed what, for a year.',
  'OpenAI forms':
    'Some operations in the form of OpenAI, for clients that were written for its API. Their responses have no envelope.',
};

/** Returns the description of each group that occurs, the known ones first. */
export function openApiTags(tags: ReadonlySet<string>): { name: string; description: string }[] {
  const known = Object.keys(descriptions).filter((name) => tags.has(name));
  return [...new Set([...known, ...tags])].map((name) => ({ name, description: descriptions[name] ?? name }));
}
