import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadPart } from './load-part.ts';

const fails = (message: string) => () => Promise.reject(new TypeError(message));

it('a part that cannot be loaded is told like a portal that cannot be reached', async () => {
  await expect(loadPart(async () => 'part')).resolves.toBe('part');
  const nowhere = fails('Failed to fetch dynamically imported module: http://127.0.0.1:9/part.js');
  for (const load of [fails('Importing a module script failed.'), nowhere, nowhere])
    await expect(loadPart(load)).rejects.toMatchObject({ code: 'offline', status: 0 });
});

it('every part is loaded so', () => {
  const files = globSync('src/web/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const others = files.filter((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/typeof import\(/g, '');
    return /(?<!loadPart\(\(\) => |loadPart\(\s+\(\) => )\bimport\(/.test(code);
  });
  // The server alone reads the texts, and the title of a screen that failed. Colours of code are not asked for again.
  expect(others.toSorted()).toEqual([
    'src/web/features/frame/page-text.tsx',
    'src/web/lib/calls/load-part.ts',
    'src/web/routes/signed-in-frame.tsx',
    'src/web/ui/markdown.tsx',
  ]);
});
