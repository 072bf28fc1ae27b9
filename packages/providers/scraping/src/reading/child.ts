/** The program of a child process that reads pages, sitemaps and robots.txt files. */
import { flushCompileCache } from 'node:module';
import { serveTasks } from '@docfleet/sandbox';
import { performReadingTask } from './perform-task.ts';

serveTasks(performReadingTask);
// Most children are killed, and would leave nothing for the next one's start.
flushCompileCache();
