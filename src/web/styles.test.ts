import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = (file: string) => readFileSync(file, 'utf8');

/** Class names that a file takes from a sheet which does not have them. */
function missingClasses(file: string): string[] {
  const text = source(file);
  return [...text.matchAll(/import (\w+) from '(\..*\.module\.css)'/g)].flatMap(([, name, address]) => {
    const sheet = source(path.resolve(path.dirname(file), address!));
    const used = [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].map(([, one]) => one!);
    return used
      .filter((one) => !new RegExp(`\\.${one}(?![\\w-])`).test(sheet))
      .map((one) => `${file}: ${one}`);
  });
}

it('takes only classes that the sheet has', () => {
  const files = globSync('src/web/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(missingClasses)).toEqual([]);
});

it('no sheet makes a field smaller on a touch screen', () => {
  const sheets = globSync('src/web/**/*.css');
  const important = sheets.filter((file) => /font(?:-size)?:[^;]*!important/.test(source(file)));
  expect(important).toEqual(['src/web/ui/base.css']);
  const rule =
    /@media \(pointer: coarse\) \{\s*input,\s*select,\s*textarea \{\s*font-size: max\(1rem, 16px\) !important;/;
  expect(source('src/web/ui/base.css')).toMatch(rule);
});
