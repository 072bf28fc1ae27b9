export const chunkSize = 1_000;
export const chunkOverlap = 200;
export const apiKey = 'sk-bench';
export const model = 'text-embedding-3-small';

/** One machine that answers after 20 ms and 5 µs for each token, one request after the other. */
export const latency = { requestMs: 20, tokenMicroseconds: 5, lanes: 1 };
/** OpenAI's limit of tokens in one request. */
export const tokensPerRequest = 300_000;
