/** The parts of Box's SDK that are used. */
export { DownloadsManager } from 'box-node-sdk/managers/downloads';
export { EventsManager } from 'box-node-sdk/managers/events';
export { FilesManager } from 'box-node-sdk/managers/files';
export { FoldersManager } from 'box-node-sdk/managers/folders';
export { UsersManager } from 'box-node-sdk/managers/users';
export { WebhooksManager } from 'box-node-sdk/managers/webhooks';
export { BaseUrls, NetworkSession } from 'box-node-sdk/networking';
