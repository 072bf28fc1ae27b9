export { encodingOfMark, encodingOfUnits } from './byte-order-mark.ts';
export { createTextCleaner } from './clean-text.ts';
export { cutText } from './cut-text.ts';
export { decodeText } from './decode-text.ts';
export { createDecoder, isKnownEncoding } from './decoder.ts';
