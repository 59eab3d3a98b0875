import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** Semantic: `1.0.0`. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  version: string;
};

/** @returns the whole commit, with `-modified` if the sources differed from it; `unknown` where no build named one */
export function readCommit(file: URL): string {
  try {
    const [line] = readFileSync(file, 'utf8').split('\n');
    return line !== undefined && /^[0-9a-f]{40,64}(-modified)?$/.test(line) ? line : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** As `scripts/build-commit.mjs` wrote it: a running portal never calls git. */
export const commit = readCommit(new URL('build/commit.txt', root));

/** For people: `1.0.0, commit 8eb741c8d3a0`. */
export const describeBuild = (of: string, from: string): string =>
  `${of}, commit ${from.replace(/^([0-9a-f]{12})[0-9a-f]+/, '$1')}`;

export const build = describeBuild(version, commit);
