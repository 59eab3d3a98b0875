import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingSchemas } from '#server/platform/settings/setting-schemas';

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');

/** Settings with their defaults, by the first two cells of each row. */
function settingsOf(markdown: string): [name: string, byDefault: string | null][] {
  const rows = markdown.matchAll(/^\| `([A-Z_]+)` +\| (?:`(.+?)`|unset) +\|/gm);
  return [...rows].map(([, name = '', byDefault]) => [name, byDefault ?? null]);
}

const documented = settingsOf(page);

test('each setting of the program has one row, with its default', () => {
  const settings = Object.entries(settingSchemas).map(([name, { by }]) => [name, by]);
  expect(documented.length).toBe(new Map(documented).size);
  expect(new Map(documented)).toEqual(new Map(settings as [string, string | null][]));
});

test('each row of the tables is a setting', () => {
  const rows = page.split('\n').filter((line) => /^\| (?!setting |-)/.test(line));
  expect(rows).toHaveLength(documented.length);
});

test('a row with another default differs', () => {
  expect(settingsOf('| `PORT` | `3001` | the port |\n| `HOST` | unset | the address |')).toEqual([
    ['PORT', '3001'],
    ['HOST', null],
  ]);
});
