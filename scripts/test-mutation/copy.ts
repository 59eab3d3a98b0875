import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../node24.mjs';
import type { Mutation } from './mutation.ts';

/** A copy of the project as it lies here, in which guards may be taken away. */
export type Copy = {
  folder: string;
  /** @returns what puts the guard back */
  change(mutation: Mutation): () => void;
  remove(): void;
};

/** What belongs to the project, whether it has been committed yet or not. */
function filesOfProject(): string[] {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`git could not list the files: ${listed.stderr}`);
  return listed.stdout.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
}

export function makeCopy(): Copy {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-mutation-'));
  for (const file of filesOfProject()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(folder, file));
  }
  // With its stamp the web is taken as built.
  if (existsSync(path.join(root, 'build')))
    cpSync(path.join(root, 'build'), path.join(folder, 'build'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    change({ file, take, put }) {
      const changed = path.join(folder, file);
      // The copy's own: whoever works on the project meanwhile changes nothing here.
      const whole = readFileSync(changed, 'utf8');
      const [before, after, ...more] = whole.split(take);
      if (after === undefined || more.length > 0)
        throw new Error(`${file} does not hold the guard exactly once`);
      writeFileSync(changed, before + put + after);
      return () => writeFileSync(changed, whole);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
