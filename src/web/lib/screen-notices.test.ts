import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('src/web/**/*.{ts,tsx}')
  .filter((file) => !/test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const found = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, part = '']) => part);

const ofActions = found(/ = withNotices\(\{([^]*?)\}\);/g, sources);
const shared = [...new Set(found(/\.\.\.(\w+),/g, ofActions.join('\n')))];
const ofSeveral = shared.flatMap((name) => found(new RegExp(`const ${name} = \\{([^]*?)\\};`, 'g'), sources));
const pair = /(?<=^|\s)'?([\w-]+)'?:\s+'([^']+)'(?:,|\s*$)/g;
const texts = [...ofActions, ...ofSeveral];
const notices = texts.flatMap((text) => [...text.matchAll(pair)].map(([, name, words]) => [name, words]));

test('each sentence ends as one, and none is said for two acts', () => {
  const notRead = texts
    .join('')
    .replaceAll(pair, '')
    .replaceAll(/\.\.\.\w+,/g, '')
    .trim();
  expect([notRead, ofSeveral.length]).toEqual(['', shared.length]);
  expect(notices.length).toBeGreaterThan(100);
  expect(notices.filter(([, words = '']) => !/[.?]$/.test(words))).toEqual([]);
  const known = new Map(notices.map((notice) => [notice.join(': '), notice]));
  for (const part of [0, 1])
    expect(new Set([...known.values()].map((notice) => notice[part])).size).toBe(known.size);
});
