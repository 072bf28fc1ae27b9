export { gatewaySettings, gatewaySettingsOf } from './config.ts';
export { createSignInLink } from './console/sign-in-code.ts';
export { createGatewayContext } from './create-context.ts';
export type { GatewayContext, GatewaySettings } from './http/context.ts';
export { holdDefaultStore } from './namespaces/namespace-config.ts';
export { startGateway } from './start.ts';
