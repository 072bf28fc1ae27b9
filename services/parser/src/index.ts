export { parserSettings, parserSettingsOf } from './config.ts';
export { startParser } from './start.ts';
export { describeMissingPrograms } from './system-programs/programs.ts';
