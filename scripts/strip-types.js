import { stripTypeScriptTypes } from 'node:module';

/** A transformer for Jest that takes the types out as Node does when it runs a service: what is left stands where it stood. */
export default { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
