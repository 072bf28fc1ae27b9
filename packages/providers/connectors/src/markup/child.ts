/** The program of a child process that converts vendors' markup. */
import { flushCompileCache } from 'node:module';
import { serveTasks } from '@docfleet/sandbox';
import { convertMarkup } from './convert-markup.ts';

serveTasks(convertMarkup);
// Most children are killed, and would leave nothing for the next one's start.
flushCompileCache();
