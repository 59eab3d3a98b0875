import { globSync, readFileSync } from 'node:fs';

/** The declaration's own braces. */
function bodyFrom(source: string, start: number): string {
  let depth = 1;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}' && --depth === 0) return source.slice(start, at);
  }
  throw new Error('a declaration without an end');
}

/** Names that a file imports or declares otherwise. */
const named: Record<string, readonly string[]> = {
  'announce-to-batches.ts call': ['announceToBatches'],
  'reading-state.ts call': ['markUnread', 'muteQuestion', 'favoriteQuestion'],
};

/** The calls that `act` declares, without those whose declaration has the part. */
export function actsWithout(part: 'changes' | 'key'): string[] {
  const names = globSync('src/server/**/*.ts')
    .filter((file) => !/test\.ts$|sessions\/act\.ts$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      return [...source.matchAll(/\bact\(\s*(?:calls\.)?(\w+),\s*\{/g)].flatMap(
        ({ 0: all, 1: name = '', index }) =>
          new RegExp(`\\n\\s+${part}(?:: |,)`).test(bodyFrom(source, index + all.length))
            ? []
            : (named[`${file.split(/[/\\]/).at(-1)} ${name}`] ?? [name]),
      );
    });
  return [...new Set(names)].toSorted();
}
