import { Embeddings } from '@langchain/core/embeddings';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { apiKey, chunkOverlap, chunkSize, model } from './settings.ts';

interface ApiResponse {
  readonly data: { readonly index: number; readonly embedding: string }[];
}

/** Behaves as `OpenAIEmbeddings` of LangChain: many texts a request, all requests at once; 256, because 512 of these exceed what OpenAI takes. */
class HttpEmbeddings extends Embeddings {
  readonly #url: string;

  constructor(url: string) {
    super({ maxRetries: 0 });
    this.#url = url;
  }

  async #request(input: string[]): Promise<number[][]> {
    const response = await fetch(`${this.#url}/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, input, encoding_format: 'base64' }),
    });
    const { data } = (await response.json()) as ApiResponse;
    return data.map(({ embedding }) => {
      const bytes = Buffer.from(embedding, 'base64');
      return Array.from(
        new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
      );
    });
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    const batches = Array.from({ length: Math.ceil(texts.length / 256) }, (_, index) =>
      texts.slice(index * 256, (index + 1) * 256),
    );
    return (await Promise.all(batches.map((batch) => this.#request(batch)))).flat();
  }

  async embedQuery(text: string): Promise<number[]> {
    return (await this.embedDocuments([text]))[0] ?? [];
  }
}

/** Seconds that an in-process pipeline of LangChain.js takes: splitter, embedder, a plain array as the store. */
export async function runLangChain(
  url: string,
  texts: Iterable<{ text: string }>,
): Promise<{ seconds: number; chunks: number }> {
  const startedAt = performance.now();
  const splitter = new RecursiveCharacterTextSplitter({
    chunkSize,
    chunkOverlap,
    lengthFunction: (text) => countTokens(text),
  });
  const documents = await splitter.createDocuments(Array.from(texts, ({ text }) => text));
  const vectors = await new HttpEmbeddings(url).embedDocuments(
    documents.map((document) => document.pageContent),
  );
  const store = documents.map((document, index) => ({ document, vector: vectors[index] }));
  return { seconds: (performance.now() - startedAt) / 1_000, chunks: store.length };
}
