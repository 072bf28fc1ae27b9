/**
 * Sends a request to the gateway on behalf of this page, authenticated by its cookie.
 * @template Answer
 * @param {string} what `token` or `selection`
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export async function ask(what, body) {
  const response = await fetch(`${location.pathname}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The server could not be reached');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const reason = answer.error?.details?.reason;
  throw new Error(`${answer.message ?? 'The server refused'}${reason ? ` (${reason})` : ''}`);
}

/**
 * A token for the vendor's picker, which this page keeps no longer than the picker needs it.
 * @param {string} [resource] the host that it is for, where there are several
 * @returns {Promise<string>}
 */
export async function requestToken(resource) {
  /** @type {{ token: string }} */
  const { token } = await ask('token', resource === undefined ? {} : { resource });
  return token;
}
