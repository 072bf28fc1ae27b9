export { pageAddress } from './page-address.ts';
export { isVideoAddress } from './video-address.ts';
