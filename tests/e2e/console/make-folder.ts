import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A user's folder: two good files, one that is broken, one that is no document, one that is empty. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-folder-'));
  await mkdir(join(folder, 'office/rules'), { recursive: true });
  const write = (name: string, content: string) => writeFile(join(folder, 'office', name), content);
  await write('parking.md', '# Parking\n\nParking behind the house is free for guests.');
  await write('rules/leave.txt', 'Everyone has thirty days of paid leave a year.');
  await write('broken.pdf', '%PDF-1.7\nnothing of what a PDF has');
  await write('party.mp4', 'no film');
  await write('nothing.txt', '');
  await mkdir(join(folder, 'desk'));
  await writeFile(join(folder, 'desk/plants.md'), '# Plants\n\nMaria waters the plants on Mondays.');
  await mkdir(join(folder, 'archive'));
  for (let year = 1; year <= 30; year += 1)
    await writeFile(join(folder, `archive/${year}.txt`), `What happened in the year ${year}.`);
  await writeFile(join(folder, 'archive/torn.pdf'), '%PDF-1.7\nthe first half');
  return folder;
}
