/** The program of a child process that converts files. */
import { flushCompileCache } from 'node:module';
import { convertToMarkdown } from '@docfleet/formats';
import { serveConversions } from './serve-conversions.ts';

serveConversions(convertToMarkdown);
// Most children are killed, and would leave nothing for the next one's start.
flushCompileCache();
