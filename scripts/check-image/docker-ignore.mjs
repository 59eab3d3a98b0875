import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What a `.dockerignore` keeps out, by its own rule: the last line that matches decides, and a line that begins with `!` lets in.
 * @param {string} file
 * @returns {(name: string) => boolean} whether a path below the folder, with `/`, is kept out
 */
export function readDockerIgnore(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const rules = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keepsOut: !line.startsWith('!'), pattern: line.replace(/^!/, '') }));
  // To Docker a name that begins with a dot is one like others, and what matches a folder matches all in it.
  const undotted = (name) => name.replaceAll(/(?<=^|\/)\./g, '_dot_');
  const matches = (name, pattern) =>
    name
      .split('/')
      .some((_, at, parts) =>
        path.posix.matchesGlob(undotted(parts.slice(0, at + 1).join('/')), undotted(pattern)),
      );
  return (name) => rules.findLast(({ pattern }) => matches(name, pattern))?.keepsOut ?? false;
}
