import { AppError } from '@docfleet/errors';
import type { OAuthClient, OAuthVendor } from './client.ts';
import { exchangeCode } from './grants.ts';
import type { EndpointContext } from './token-endpoint.ts';

/** No vendor has issued it. */
const noCode = 'docfleet-checks-the-client-with-this-code';
const noVerifier = 'docfleet-checks-the-client-with-this-verifier';

/** Matches vendors' errors that concern the application, and not the code. */
const ofClient =
  /invalid_client|unauthorized_client|redirect_uri|AADSTS(7000\d{2,}|50011|90002|9002326|700016|50194)/i;

const isOfClient = ({ code, details }: AppError) =>
  code === 'PROVIDER_REJECTED' &&
  (String(details.setting).endsWith('.clientSecret') || ofClient.test(String(details.reason)));

/**
 * Asks a vendor's token endpoint whether it knows the application, by a code that it must refuse. Resolves when it refuses the code alone;
 * rejects with PROVIDER_REJECTED and the vendor's reason when it refuses the application, and with the retryable errors of a vendor that
 * does not respond. Redirect URIs and permissions are checked by a consent only.
 */
export async function checkClient(
  vendor: OAuthVendor,
  client: OAuthClient,
  redirectUri: string,
  context: EndpointContext,
): Promise<void> {
  const codeVerifier = vendor.usesPkce ? noVerifier : null;
  try {
    await exchangeCode(vendor, { client, code: noCode, redirectUri, codeVerifier }, context);
  } catch (cause) {
    const error = AppError.from(cause);
    if (error.retryable || isOfClient(error)) throw error;
  }
}
