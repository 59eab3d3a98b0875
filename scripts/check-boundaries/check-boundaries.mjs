// Checks what the source may know of itself: who imports whom, that nobody does so in a circle, and whose tables a
// query names. Prints one line for each fault, with the way out.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { circles } from './circles.mjs';
import { importsOf, parse, resolve } from './imports.mjs';
import { rooms, roomsAmiss, importAmiss } from './layers.mjs';
import { tableOwners } from './table-owners.mjs';
import { foreignTables, isQuerying, tablesOf } from './tables.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['src', 'tests', 'bench', 'scripts'];
const isSource = (file) => /\.(tsx?|mjs)$/.test(file);

/**
 * Everything that is against the rules in a set of files.
 * @param {Map<string, string>} texts by the file's path from the project's root
 * @returns {string[]} one line each: where, what, and where to go instead
 */
export function boundariesCrossed(texts) {
  const files = new Set(texts.keys());
  const tables = new Set(Object.keys(tableOwners));
  const graph = new Map();
  const reads = new Map();
  const amiss = [];
  for (const [file, text] of texts) {
    const program = parse(file, text);
    const targets = new Set();
    for (const found of importsOf(program, text)) {
      const target = resolve(file, found.specifier, files);
      const line = importAmiss(file, found, target);
      if (line !== null) amiss.push(line);
      if (target !== null) targets.add(target);
    }
    graph.set(file, [...targets]);
    if (isQuerying(file)) reads.set(file, tablesOf(program, text, tables));
  }
  return [...amiss, ...circles(graph), ...foreignTables(reads, tableOwners)];
}

/**
 * Owners of tables that are nobody.
 * @param {Record<string, string>} owners
 * @returns {string[]} one line each
 */
export function ownersAmiss(owners) {
  return Object.entries(owners)
    .filter(([, owner]) => owner !== 'platform' && !rooms.includes(owner))
    .map(
      ([table, owner]) =>
        `The table "${table}" belongs to "${owner}", which is neither a room nor the platform`,
    );
}

/**
 * Files that git knows and the check did not see.
 * @param {Iterable<string>} seen
 * @param {readonly string[]} listed
 * @returns {string[]} one line each
 */
export function unseen(seen, listed) {
  const known = new Set(seen);
  return listed.filter((file) => !known.has(file)).map((file) => `${file}: was not checked`);
}

function* sourceFiles(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sourceFiles(file);
    else if (isSource(entry.name)) yield file;
  }
}

/** Files that git lists and that are still there. */
function listedByGit() {
  const listed = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((file) => isSource(file) && existsSync(path.join(root, file)));
}

/** Checks the whole project; @returns {string[]} one line for each fault */
function checkBoundaries() {
  const files = folders.flatMap((folder) => [...sourceFiles(folder)]);
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const serverFolders = readdirSync(path.join(root, 'src/server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return [
    ...unseen(texts.keys(), listedByGit()),
    ...roomsAmiss(serverFolders),
    ...ownersAmiss(tableOwners),
    ...boundariesCrossed(texts),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const amiss = checkBoundaries();
  for (const line of amiss) console.error(line);
  console.log(`import boundaries: ${amiss.length === 0 ? 'kept' : `${amiss.length} crossed`}`);
  process.exitCode = amiss.length === 0 ? 0 : 1;
}
