const startedAt = performance.now();
const missed: string[] = [];

/** Remembers a bar that is missed for the end of the run. */
export function expectBar(isMet: boolean, words: string): void {
  if (!isMet) missed.push(words);
}

export function printTable(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [titles, ...rows].map((line) => line.map(String));
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const [at, line] of lines.entries()) {
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
    if (at === 0) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  }
}

const maxLines = 40;

/** Ends the benchmark: prints each missed bar; exits with 1 where there is one. */
export function endRun(): never {
  for (const line of missed.slice(0, maxLines)) console.error(`missed: ${line}`);
  if (missed.length > maxLines) console.error(`… ${missed.length} missed`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(
    `\n${missed.length === 0 ? 'All bars are met' : `${missed.length} bars are missed`}; ${seconds} s`,
  );
  process.exit(missed.length === 0 ? 0 : 1);
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
