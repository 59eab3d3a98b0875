import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { subjects } from '../check-boundaries/layers.mjs';
import { tableOwners } from '../check-boundaries/table-owners.mjs';
import { listSources } from './list-sources.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The rooms in their order, with their calls and tables. */
export function roomsReference(): string {
  const calls = listSources(root, 'src/contract').filter((file) => /[/-]calls\.ts$/.test(file));
  const countCalls = (room: string) =>
    calls
      .filter((file) => file.startsWith(`src/contract/${room}/`))
      .flatMap(
        (file) => readFileSync(`${root}${file}`, 'utf8').match(/^export const \w+ = endpoint\(/gm) ?? [],
      ).length;
  const rows = Object.entries(subjects).map(([room, subject]) => {
    const tables = Object.keys(tableOwners).filter((table) => tableOwners[table] === room);
    return `| ${room} | ${subject} | ${countCalls(room)} | ${tables.length} |`;
  });
  return [
    '# The rooms',
    '',
    'Written by `npm run reference` from `scripts/check-boundaries/layers.mjs`; do not edit. A room imports only rooms above it.',
    '',
    '| room | what it has | calls | tables |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
