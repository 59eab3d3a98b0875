import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { callsSource } from './calls-source.ts';
import { referenceFolder, storedTablesFile, writeReference } from './write-reference.ts';

const { pages, storedTables } = await writeReference();
rmSync(path.join(referenceFolder, 'queries'), { recursive: true, force: true });
for (const [name, text] of pages) {
  const file = path.join(referenceFolder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
writeFileSync(storedTablesFile, storedTables);
const contract = path.join(referenceFolder, '../../src/contract');
writeFileSync(path.join(contract, 'wire/all-calls.ts'), callsSource());
// Reads the calls as just written.
const { pathsSource } = await import('#contract/wire/paths-source');
writeFileSync(path.join(contract, 'paths.ts'), pathsSource('paths'));
writeFileSync(path.join(contract, 'staff-paths.ts'), pathsSource('staffPaths'));
console.log(`Wrote ${pages.size} files in docs/reference`);
