export { answerMcpRequest, type McpRequest } from './answer-request.ts';
export type { McpServerOptions } from './create-server.ts';
