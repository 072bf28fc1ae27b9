export { gatewaySettings, gatewaySettingsOf } from './config.ts';
export { createSignInLink } from './console/sign-in-code.ts';
export { createGatewayContext, type GatewayContext, type GatewaySettings } from './context.ts';
export { startGateway } from './start.ts';
