import { createSeededRandom } from '@docfleet/testing';

const words =
  `time year people way day man thing woman life child world school state family student group country problem hand part place case
week company system program question work government number night point home water room mother area money story fact month lot right study book eye
job word business issue side kind head house service friend father power hour game line end member law car city community name president team minute
idea body information back parent face others level office door health person art war history party result change morning reason research girl guy
moment air teacher force education foot boy age policy process music market sense nation plan college interest death experience effect use class
control care field development role effort rate heart drug show leader light voice wife police mind price report decision view relationship town`.split(
    /\s+/,
  );

/** Texts of 500 to 2,300 words (one to five pages) in paragraphs, no two alike; the same for the same seed. */
export function* createTexts(count: number, seed: number): Generator<{ name: string; text: string }> {
  const random = createSeededRandom(seed);
  const sentence = () => {
    const picked = Array.from(
      { length: 8 + Math.floor(random() * 14) },
      () => words[Math.floor(random() * words.length)] ?? '',
    );
    const line = picked.join(' ');
    return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
  };
  for (let index = 0; index < count; index += 1) {
    const paragraphs = Array.from({ length: 8 + Math.floor(random() * 29) }, () =>
      Array.from({ length: 4 }, sentence).join(' '),
    );
    yield { name: `document-${index}`, text: `# Document ${index}\n\n${paragraphs.join('\n\n')}` };
  }
}
