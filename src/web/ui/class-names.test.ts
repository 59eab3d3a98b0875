import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..');

/** Class names that a component takes from a sheet which does not have them. */
function missingClasses(file: string): string[] {
  const source = readFileSync(join(web, file), 'utf8');
  return [...source.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)].flatMap(
    ([, name, sheet = '']) => {
      const css = readFileSync(join(web, dirname(file), sheet), 'utf8');
      const used = source.matchAll(new RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g'));
      return [...used].flatMap(([, one]) =>
        new RegExp(`\\.${one}\\b`).test(css) ? [] : [`${file}: ${one}`],
      );
    },
  );
}

test('each class that a component uses is in its sheet', () => {
  const files = globSync('**/*.tsx', { cwd: web });
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(missingClasses)).toEqual([]);
});
