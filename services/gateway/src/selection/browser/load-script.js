/**
 * Loads a vendor's script, which this page's policy lets run because this page loads it.
 * @param {string} url
 * @param {Readonly<Record<string, string>>} [attributes]
 * @returns {Promise<void>}
 */
export function loadScript(url, attributes = {}) {
  const script = document.createElement('script');
  script.src = url;
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${new URL(url).host} could not be reached`)));
    document.head.append(script);
  });
}
