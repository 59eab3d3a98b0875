import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readShown } from './styles-shown.ts';
import { notShown } from './styles-not-shown.ts';

const root = path.join(import.meta.dirname, '../..');
const web = path.join(root, 'src/web');

/** How CSS modules mark the classes of one file in the style sheet. */
function markOf(css: string): string {
  let hash = 5381;
  for (let n = css.length - 1; n >= 0; n--) hash = (hash * 33) ^ css.charCodeAt(n);
  return (hash >>> 0).toString(36).slice(0, 5);
}

test(
  'every class of the style sheet was seen dark, at 200 % and in a narrow window',
  { tag: '@full' },
  ({}, info) => {
    const files = globSync('**/*.module.css', { cwd: web });
    const modules = new Map(files.map((file) => [markOf(readFileSync(path.join(web, file), 'utf8')), file]));
    const [sheet = ''] = globSync('build/client/assets/*.css', { cwd: root });
    const found = readFileSync(path.join(root, sheet), 'utf8').matchAll(/\.(_([\w-]+)_([\w-]{5})_\d+)/g);
    const classes = new Map(
      [...found].map(([, whole = '', name, mark = '']) => [whole, `${modules.get(mark)} ${name}`]),
    );
    expect(classes.size).toBeGreaterThan(500);
    const shown = readShown(info);
    const listed = new Set(
      Object.values(notShown)
        .flatMap((byFile) => Object.entries(byFile))
        .flatMap(([file, names]) => names.split(' ').map((name) => `${file}.module.css ${name}`)),
    );
    const missing = [...classes].filter(([whole, name]) => !shown.has(whole) && !listed.has(name));
    expect(
      missing.map(([, name]) => name),
      'not shown by any state of the table, and not listed',
    ).toEqual([]);
  },
);
