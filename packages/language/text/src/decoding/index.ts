export { createTextCleaner, cutText } from './clean-text.ts';
export { decodeText } from './decode-text.ts';
export { createDecoder, isKnownEncoding } from './decoder.ts';
export { encodingOfMark, encodingOfUnits } from './guess-encoding.ts';
