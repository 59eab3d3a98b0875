import { expect, it } from 'vitest';
import { tidyName } from './file-upload.tsx';

it.each([
  ['plan.svg', 'plan.svg'],
  ['My plan (2).PNG', 'My-plan-2.png'],
  ['Überblick.pdf', 'U-berblick.pdf'],
  ['../../etc.html', 'etc.html'],
  ['മലയാളം.svg', 'file.svg'],
  [`${'x'.repeat(300)}.svg`, `${'x'.repeat(100)}.svg`],
  ['noending', 'noending'],
])('a file called %s is stored as %s', (name, stored) => {
  expect(tidyName(name)).toBe(stored);
});
