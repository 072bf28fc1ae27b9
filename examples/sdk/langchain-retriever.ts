import type { DocfleetClient } from '@docfleet/sdk';
import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';

export interface DocfleetRetrieverInput extends BaseRetrieverInput {
  readonly client: DocfleetClient;
  readonly namespaceId: string;
  /** Number of passages for a question; 5 by default. */
  readonly topK?: number;
  readonly tenantId?: string;
}

/** Passages from docfleet for a chain of LangChain.js. */
export class DocfleetRetriever extends BaseRetriever {
  readonly lc_namespace = ['docfleet', 'retrievers'];
  readonly #input: DocfleetRetrieverInput;

  constructor(input: DocfleetRetrieverInput) {
    super(input);
    this.#input = input;
  }

  override async _getRelevantDocuments(
    query: string,
    _runManager?: CallbackManagerForRetrieverRun,
  ): Promise<Document[]> {
    const { client, namespaceId, topK = 5, tenantId } = this.#input;
    const { results } = await client.search.semantic(
      { namespaceId, query, topK },
      tenantId === undefined ? {} : { tenantId },
    );
    return results.map(
      ({ content, score, metadata, document }) =>
        new Document({
          id: document.id,
          pageContent: content,
          metadata: { ...metadata, score, name: document.name },
        }),
    );
  }
}
