import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** Where the workflow of a release publishes. */
export const registry = 'ghcr.io';

/** What tells strangers where to get the portal. */
export const papers = globSync(['README.md', 'docs/**/*.md', 'deploy/*'], { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

/** @param {string | undefined} repository of package.json: `https://github.com/OWNER/NAME` @throws for any other form */
export function imageOf(repository) {
  // As `docker build -t capstone` makes it.
  if (repository === undefined) return 'capstone';
  const name = /^https:\/\/[\w.-]+\/([\w.-]+\/[\w.-]+)$/.exec(repository)?.[1];
  if (name === undefined || name.endsWith('.git'))
    throw new Error(`The repository in package.json is "${repository}". Write https://github.com/OWNER/NAME`);
  return `${registry}/${name.toLowerCase()}`;
}

/** @param {string} exampleEnv deploy/example.env @returns the image that the papers name, with its version */
export function namedImage(exampleEnv) {
  const named = /^CAPSTONE_IMAGE=(\S+:\d+\.\d+\.\d+)$/m.exec(exampleEnv)?.[1];
  if (named === undefined) throw new Error('deploy/example.env names no image in CAPSTONE_IMAGE');
  return named;
}

const sources = /(a copy of the\ssources)(?: \(`git clone [^`]*`\))?/g;

/**
 * A paper with the names of a release.
 * @param {string} text
 * @param {{ from: string, to: string, repository: string | undefined }} names images with their versions, and where the
 *   sources are
 */
export function nameRelease(text, { from, to, repository }) {
  const address = repository === undefined ? '' : ` (\`git clone ${repository}\`)`;
  // On a server each version has a folder of its own.
  const folderOf = (/** @type {string} */ image) => `/opt/capstone-${image.split(':').at(-1)}`;
  const tagOf = (/** @type {string} */ image) => `the tag \`v${image.split(':').at(-1)}\``;
  return text
    .replaceAll(from, () => to)
    .replaceAll(folderOf(from), () => folderOf(to))
    .replaceAll(tagOf(from), () => tagOf(to))
    .replaceAll(sources, (_, words) => `${words}${address}`);
}

/**
 * What a workflow publishes as, when papers and package.json name this place.
 * @param {{ version: string, repository?: string }} project package.json
 * @param {string} here the repository that the workflow runs in
 * @param {string} exampleEnv
 */
export function publishedNames({ version, repository }, here, exampleEnv) {
  const redo = `Set "repository" in package.json to ${here}, and cut the release again.`;
  if (repository?.toLowerCase() !== here.toLowerCase())
    throw new Error(`package.json names ${repository ?? 'no repository'}, and this is ${here}. ${redo}`);
  const image = imageOf(repository);
  const named = namedImage(exampleEnv);
  if (named !== `${image}:${version}`)
    throw new Error(`The papers name ${named}, and this is ${image}:${version}. ${redo}`);
  return { registry, image };
}

/** `node scripts/release-names.mjs https://github.com/OWNER/NAME` prints outputs of a workflow's step. */
if (import.meta.main) {
  try {
    const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
    const names = publishedNames(
      JSON.parse(read('package.json')),
      process.argv[2] ?? '',
      read('deploy/example.env'),
    );
    for (const [name, value] of Object.entries(names)) console.log(`${name}=${value}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
