import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePlan } from './plan.ts';
import { missedIn, printMissed, printTables } from './report.ts';
import { runOrder, type OrderResult } from './run-order.ts';
import { openWorld } from './world.ts';

/**
 * A student and a mentor work in real browsers while the line is cut, pages and browsers are closed and crash, and the
 * portal is killed, in random orders. Afterwards everything that was pressed is compared with the rows: each act once, in
 * order, none lost.
 */
const usage = '--orders N (200), --seed N (random), --only N (one order of a seed), --lanes N, --logs FOLDER';
const maxFailedOrders = 10;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    only: { type: 'string' },
    lanes: { type: 'string', default: String(2 * availableParallelism()) },
    logs: { type: 'string' },
  },
});

function wholeNumber(name: 'orders' | 'seed' | 'only' | 'lanes', min: number, max: number): number {
  const number = Number(options[name]);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  console.error(`--${name} must be a whole number from ${min} to ${max}; the options are ${usage}`);
  process.exit(1);
}

const seed = wholeNumber('seed', 0, 1_000_000);
const orders = wholeNumber('orders', 1, 10_000);
const only = options.only === undefined ? null : wholeNumber('only', 0, 10_000);
const numbers = only === null ? Array.from({ length: orders }, (_, number) => number) : [only];
const lanes = Math.min(wholeNumber('lanes', 1, 32), numbers.length);
const browser = process.env['CHROME_PATH'];
if (browser === undefined) {
  console.error('bench:chaos needs a browser: set CHROME_PATH, or start it by npm run bench:chaos');
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'capstone-chaos-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const logs = options.logs ?? folder;
mkdirSync(logs, { recursive: true });

const results: OrderResult[] = [];
let serial = 0;
let failed = 0;

/** Runs orders one after the other, in a world of its own, until none is left or too many have failed. */
async function work(lane: number): Promise<void> {
  const world = await openWorld(path.join(folder, `lane-${lane}`), {
    browser: browser as string,
    core: lane % availableParallelism(),
    log: path.join(logs, `portal-${lane}.log`),
  });
  try {
    while (failed < maxFailedOrders) {
      const number = numbers.shift();
      if (number === undefined) return;
      const result = await runOrder(world, makePlan(seed, number), () => ++serial);
      results.push(result);
      printMissed(result, seed);
      if (missedIn(result).length > 0) failed += 1;
      if (results.length % 20 === 0) console.error(`${results.length} orders`);
    }
  } finally {
    await world.close();
  }
}

console.log(`seed ${seed}, ${numbers.length} orders, ${lanes} at a time`);
const startedAt = performance.now();
await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
printTables(results);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
console.log(`${results.length} orders in ${seconds} s, ${failed} failed; seed ${seed}`);
process.exit(failed === 0 && numbers.length === 0 ? 0 : 1);
