import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#server/platform/database/migrate';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { simulate } from './run.ts';

/**
 * `npm run simulate [-- --seed N --minutes 10]`: simulated academies until something does not hold, or the time is over.
 * Without `--minutes` it has no end. It ends with 1 and the steps that lead to what does not hold.
 */
const { values: options } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string' } },
});
const seed = options.seed === undefined ? randomInt(2 ** 31) : Number(options.seed);
const longestMs = options.minutes === undefined ? Infinity : Number(options.minutes) * 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'capstone-empty-'));
const source = path.join(folder, 'empty.sqlite');
const engine = openSqlite(source);
await migrate(engine);
await engine.close();

console.log(`seed ${seed}`);
let toldAt = 0;
const report = await simulate({
  seed,
  steps: Infinity,
  source,
  longestMs,
  shrinkMs: 120_000,
  onRun({ steps, runs, tookMs }) {
    if (tookMs - toldAt < 30_000) return;
    toldAt = tookMs;
    console.log(`${steps} steps in ${runs} academies, ${Math.round(tookMs / 1_000)} s`);
  },
});
rmSync(folder, { recursive: true, force: true });
if (report.failure !== null) {
  const { steps = 0, ms = 0 } = report.foundAfter ?? {};
  console.log(`\nAfter ${steps} steps and ${Math.round(ms / 1_000)} s this does not hold: ${report.failure}`);
  process.exit(1);
}
console.log(`${report.steps} steps in ${report.runs} academies: all promises held`);
process.exit(0);
