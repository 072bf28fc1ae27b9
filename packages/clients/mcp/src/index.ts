export type { McpServerOptions } from './create-server.ts';
export { handleMcpRequest, type McpRequest } from './handle-request.ts';
