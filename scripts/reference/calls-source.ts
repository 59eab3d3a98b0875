import { readdirSync } from 'node:fs';
import path from 'node:path';

const contract = path.resolve(import.meta.dirname, '../../src/contract');

/** Of every file of calls in the contract. */
export function callsSource(): string {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => /(?:\/|-)calls\.ts$/.test(name) && !name.startsWith('wire/'))
    .toSorted();
  return `// Written by \`npm run reference\` from the files of the contract; a test compares. Do not edit.
${files.map((file) => `export * from '../${file}';`).join('\n')}
`;
}
