/** Clients of vendors that several ports have, and what their refusals mean: for the other ports of models. */
export { type CapabilityContext, type CapabilityMemory, openCapabilities } from './capabilities.ts';
export { type RefusalSubject, type Vendor, vendorError } from './vendor-error.ts';
export { cohereClient, cohereSubject } from './vendors/cohere.ts';
export { openAiClient, openAiSubject } from './vendors/openai.ts';
