/** The program of a child process that converts files. */
import { convertToMarkdown } from '../convert.ts';
import { serveConversions } from './serve-conversions.ts';

serveConversions(convertToMarkdown);
