export { parserSettings, parserSettingsOf } from './config.ts';
export { convertToMarkdown } from './convert.ts';
export { startParser } from './start.ts';
export { describeMissingPrograms } from './system-programs/programs.ts';
