import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathsSource } from '#contract/wire/paths-source';
import { referenceFolder, writeReference } from './write-reference.ts';

const pages = await writeReference();
rmSync(path.join(referenceFolder, 'queries'), { recursive: true, force: true });
for (const [name, text] of pages) {
  const file = path.join(referenceFolder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
writeFileSync(path.join(referenceFolder, '../../src/contract/paths.ts'), pathsSource());
console.log(`Wrote ${pages.size} files in docs/reference`);
