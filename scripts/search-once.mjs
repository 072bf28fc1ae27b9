// Searches the quickstart's documents and opens the guides, on any Node from 20 on; fails when nothing is found or there are none.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const { url, apiKey } = JSON.parse(readFileSync('.docfleet/ready.json', 'utf8'));
const response = await fetch(`${url}/v1/search/hybrid`, {
  method: 'POST',
  headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  body: JSON.stringify({
    namespaceId: 'quickstart',
    query: 'How many days of leave are there?',
    hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 },
  }),
});
const { message, data } = await response.json();
if (!response.ok || data.results.length === 0) throw new Error(`Nothing was found: ${message}`);
console.log(`Found ${data.results.length} passages, the first in ${data.results[0].document.name}`);

// Deadline of the guides, which the first start builds in the background.
const guidesBuiltBy = Date.now() + 180_000;
let guides = await fetch(`${url}/guides/`);
while (!guides.ok && Date.now() < guidesBuiltBy) {
  await pause(1_000);
  guides = await fetch(`${url}/guides/`);
}
if (!guides.ok) throw new Error(`The guides were not built: ${guides.status}`);
console.log('The guides are there');
