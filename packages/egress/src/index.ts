export { createEgress, type Egress } from './egress.ts';
