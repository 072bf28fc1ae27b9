export { type ApiClient, type ApiResponse, createApiClient } from './api-client.ts';
export { chromiumPath, openVisitor, screens, startBrowser, type Visitor } from './browser.ts';
export { eventually } from './eventually.ts';
export { noteFailures } from './failure-notes.ts';
export { findPython } from './find-python.ts';
export { type FleetProcess, type FleetProcessOptions, startFleetProcess } from './fleet-process.ts';
export { reserveFreePort } from './free-port.ts';
export { toOldFormat } from './old-office-file.ts';
export { type FoundPgvector, findPgvector, type PgvectorServer } from './pgvector-server.ts';
export { missingPooler, type Pooler, startPooler } from './pooler.ts';
export type { Program } from './program.ts';
export { startProgram } from './program.ts';
export { casesOf, createSeededRandom, propertyRuns, testSeed } from './property-runs.ts';
export { startTestRedisCluster, type TestRedisCluster } from './redis-servers/redis-cluster.ts';
export { startWatchedRedis, type WatchedRedis } from './redis-servers/watched-redis.ts';
export { runWhere } from './run-where.ts';
export type { S3Fault } from './s3-server/fault.ts';
export {
  type S3Request,
  type S3Server,
  type S3ServerOptions,
  startS3Server,
} from './s3-server/start-s3-server.ts';
export {
  type ForeignS3,
  findForeignS3,
  foreignS3Missing,
  seaweedfsPath,
} from './s3-server/start-seaweedfs.ts';
export { dockerResponds, startQdrantContainer } from './servers/containers.ts';
export { type Lease, leaseFleet, type SharedFleet } from './servers/servers.ts';
export {
  type ServiceName,
  type ServiceProcesses,
  type ServiceProcessesOptions,
  startServiceProcesses,
} from './service-processes.ts';
export {
  type StubHandler,
  type StubRequest,
  type StubResponse,
  type StubServer,
  startStubServer,
} from './stub-server.ts';
export { createTestDatabase, createTestRedis, type TestDatabase, type TestRedis } from './test-stores.ts';
export {
  findVectorStores,
  noQdrantEngine,
  pgvectorConfigOf,
  type RunningVectorStore,
  type TestVectorStore,
} from './vector-stores.ts';
export type { AnsweredList } from './vendors/answered-list.ts';
export type { ApplicationWebhook, DropboxWebhook, NotionWebhook } from './vendors/application-webhooks.ts';
export { type BoxFake, startBoxFake } from './vendors/box/start-box-fake.ts';
export { boxSignatureKeys } from './vendors/box/webhooks.ts';
export {
  type ChatCall,
  type ChatEmulator,
  type ChatEmulatorOptions,
  type ChatFault,
  type ChatVendorName,
  chatEmulatorKey,
  startChatEmulator,
} from './vendors/chat.ts';
export {
  answerExtractively,
  obeyUnlessEnclosed,
  type ReadPassage,
  readPrompt,
} from './vendors/chat-minds.ts';
export { startCohereEmulator } from './vendors/cohere.ts';
export { type ConfluenceFake, startConfluenceFake } from './vendors/confluence/start-confluence-fake.ts';
export { type DataCenterFake, startDataCenterFake } from './vendors/confluence/start-data-center-fake.ts';
export { type ConnectorFake, connectorFakes } from './vendors/connector-fakes.ts';
export { startDescribedVendor } from './vendors/described/start-described-vendor.ts';
export type { DriveFake } from './vendors/drive-fake.ts';
export { type DropboxFake, startDropboxFake } from './vendors/dropbox/start-dropbox-fake.ts';
export type {
  EmbeddingCall,
  EmbeddingEmulator,
  EmbeddingEmulatorOptions,
} from './vendors/embedding-emulator.ts';
export { startFirecrawlEmulator } from './vendors/firecrawl.ts';
export { type GithubFake, startGithubFake } from './vendors/github/start-github-fake.ts';
export {
  type GoogleDriveEmulator,
  type GoogleDriveEmulatorOptions,
  startGoogleDriveEmulator,
} from './vendors/google-drive/google-drive.ts';
export { startGoogleDriveFake } from './vendors/google-drive/google-drive-fake.ts';
export { type GraphEmulator, type GraphEmulatorOptions, startGraphEmulator } from './vendors/graph/graph.ts';
export { type GraphFake, startGraphFake } from './vendors/graph/graph-fake.ts';
export { startJinaEmulator } from './vendors/jina.ts';
export { startJinaReaderEmulator } from './vendors/jina-reader.ts';
export type { Latency } from './vendors/lanes.ts';
export { type NotionFake, startNotionFake } from './vendors/notion/start-notion-fake.ts';
export { createCertificate } from './vendors/oauth/certificate.ts';
export type { OAuthProfileName } from './vendors/oauth/profiles.ts';
export {
  type OAuthServer,
  type OAuthServerOptions,
  startOAuthServer,
} from './vendors/oauth/start-oauth-server.ts';
export { startTokenIssuer, type TokenIssuer } from './vendors/oauth/start-token-issuer.ts';
export { type OpenAiEmulatorOptions, openAiQuotaExceeded, startOpenAiEmulator } from './vendors/openai.ts';
export { pickItems } from './vendors/pickers/pick-items.ts';
export {
  type PickableItem,
  type PickerFake,
  type PickerFakeOptions,
  startPickerFake,
} from './vendors/pickers/start-picker-fake.ts';
export {
  type PineconeEmulator,
  type PineconeEmulatorOptions,
  startPineconeEmulator,
} from './vendors/pinecone.ts';
export {
  type QdrantServer,
  type QdrantServerOptions,
  startQdrantServer,
} from './vendors/qdrant/start-qdrant-server.ts';
export {
  type RerankFault,
  type RerankVendorName,
  rerankEmulatorKey,
  startRerankEmulator,
} from './vendors/rerank.ts';
export { type BucketFake, startBucketFake } from './vendors/s3/start-bucket-fake.ts';
export { type Site, type SitePage, siteHtml } from './vendors/scraped-site.ts';
export type { ScrapingEmulator, ScrapingEmulatorOptions } from './vendors/scraping-emulator.ts';
export { startScrapingBeeEmulator } from './vendors/scrapingbee.ts';
export { contractFile, describeExchanges } from './vendors/vendor-contract.ts';
export type { VendorFault } from './vendors/vendor-fault.ts';
export type { VendorPush } from './vendors/vendor-push.ts';
export {
  sitemapOf,
  startWebSite,
  type WebPage,
  type WebResponse,
  type WebSite,
  webPage,
} from './web-site.ts';
