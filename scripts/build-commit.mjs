import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Of SHA-1 or SHA-256; `-modified` where the tracked files differed from it. */
const commitForm = /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?:-modified)?$/;

/** Hooks and rebases point these at another repository or index. */
const withoutGit = (environment) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GIT_')));

/** Safe in a folder of another user: the build runs that folder's scripts already. */
function runGit(folder, args) {
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', '--no-optional-locks', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: withoutGit(process.env),
    timeout: 10_000,
  });
  return status === 0 ? stdout : null;
}

/**
 * The commit that a build is made from: as `CAPSTONE_COMMIT` says, else as git says, else `unknown`.
 * @param {string} folder the project's root
 * @param {NodeJS.ProcessEnv} environment
 * @param {(folder: string, args: string[]) => string | null} git its output; null where it fails or is missing
 * @throws for a `CAPSTONE_COMMIT` that is no full commit
 */
export function commitOfBuild(folder, environment, git = runGit) {
  const given = environment.CAPSTONE_COMMIT?.trim() ?? '';
  if (given !== '') {
    if (commitForm.test(given) || given === 'unknown') return given;
    throw new Error(
      `CAPSTONE_COMMIT is "${given}". Give the output of "git rev-parse HEAD", or leave it out.`,
    );
  }
  // The prefix is empty at the root of a checkout: sources inside another repository have no commit of their own.
  const [prefix, head = ''] = git(folder, ['rev-parse', '--show-prefix', 'HEAD'])?.split('\n') ?? [];
  if (prefix !== '' || !commitForm.test(head)) return 'unknown';
  const changes = git(folder, ['status', '--porcelain', '--untracked-files=no']);
  if (changes === null) return 'unknown';
  return changes.trim() === '' ? head : `${head}-modified`;
}

/** Writes `build/commit.txt`, which the portal reads; leaves an equal one alone, also in sources that are read-only. */
export function writeCommit(folder, commit) {
  const file = path.join(folder, 'build/commit.txt');
  const text = `${commit}\n`;
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
