import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../engines.ts';
import { readOptions, refuse } from '../options.ts';
import { endRun, expectBar } from '../report.ts';
import { makePlan } from './plan.ts';
import { missedIn, printMissed, printResults } from './report.ts';
import { runOrder, type OrderResult } from './run-order.ts';
import { openWorld } from './world.ts';

/**
 * A student and a mentor work in real browsers while the network is cut, pages and browsers are closed and crash, and the
 * portal is killed, in random orders. Afterwards every action is compared with the rows: once, in order, none lost.
 * `--only N` runs one order of a seed.
 */
const maxFailedOrders = 10;
const options = readOptions({
  orders: 200,
  seed: Math.floor(Math.random() * 1_000_000),
  only: '',
  lanes: 2 * availableParallelism(),
  logs: '',
});
const { seed } = options;
const numbers =
  options.only === ''
    ? Array.from({ length: options.orders }, (_, number) => number)
    : [Number(options.only)];
const lanes = Math.min(options.lanes, numbers.length);
const browser =
  process.env['CHROME_PATH'] ?? refuse('bench:chaos needs a browser: start it by npm run bench:chaos');
const folder = makeFolder('chaos');
const logs = options.logs === '' ? folder : options.logs;
mkdirSync(logs, { recursive: true });

const results: OrderResult[] = [];
let serial = 0;
let failed = 0;

/** Runs orders one after the other, in a world of its own, until none is left or too many have failed. */
async function work(lane: number): Promise<void> {
  const world = await openWorld(path.join(folder, `lane-${lane}`), {
    browser,
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
await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
printResults(results);
expectBar(failed === 0, `${failed} of ${results.length} orders failed; seed ${seed}`);
expectBar(numbers.length === 0, `${numbers.length} orders were not run`);
endRun();
