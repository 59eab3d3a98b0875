import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { roomOf } from './rooms.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

// `import type … from`, `import … from`, `export … from`, and `import('…')`.
const importPattern =
  /(?:^|\n)\s*(import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The project's file that a specifier names, or null for a package. */
function resolve(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const alias = /^#(contract|server|cli|web)\/(.+)$/.exec(specifier);
  if (alias === null) return null;
  return `src/${alias[1]}/${alias[2]}${/\.(ts|tsx|css)$/.test(alias[2]) ? '' : '.ts'}`;
}

/**
 * Imports of one file that go through a wall.
 * @param {string} file path from the project's root
 * @param {string} text
 * @returns {string[]} one line each: where, what, and where to go instead
 */
export function wallsBroken(file, text) {
  const room = roomOf(file);
  if (room === null) return [];
  const broken = [];
  for (const match of text.matchAll(importPattern)) {
    const specifier = match[3] ?? match[4];
    const target = resolve(file, specifier);
    // Types vanish before the code runs; the contract's are for everybody.
    if (match[2] !== undefined && target?.startsWith('src/contract/')) continue;
    const line = text.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0);
    if (target !== null && !room.may(target)) {
      broken.push(`${file}:${line}: must not import ${target}; ${room.instead}`);
    }
    if (
      file.startsWith('src/contract/') &&
      specifier === 'zod' &&
      /\/(dates|limits|messages|paths|screens)\.ts$/.test(file)
    ) {
      broken.push(
        `${file}:${line}: reaches the browser and stays free of zod; put schemas into the capability's own contract file`,
      );
    }
  }
  return broken;
}

function* sourceFiles(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sourceFiles(file);
    else if (/\.tsx?$/.test(entry.name)) yield file;
  }
}

/** Checks every source file; @returns {string[]} the walls that are broken */
export function checkWalls() {
  return [...sourceFiles('src')].flatMap((file) =>
    wallsBroken(file, readFileSync(path.join(root, file), 'utf8')),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const broken = checkWalls();
  for (const line of broken) console.error(line);
  console.log(
    broken.length === 0 ? 'walls: every import keeps to its room' : `walls: ${broken.length} broken`,
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
}
