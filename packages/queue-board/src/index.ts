export { openQueueBoard, type QueueBoard } from './open-queue-board.ts';
