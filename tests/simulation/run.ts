import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { findWrong } from './invariants/all-invariants.ts';
import { perform, type StepDraw } from './perform.ts';
import { stepDraw } from './step-draw.ts';
import { World } from './world.ts';

/** Costly invariants are looked at after so many steps. */
const thoroughEvery = 40;
const usualStepsARun = 240;
const usualShrinkMs = 20_000;

/** An invariant does not hold. */
export class Broken extends Error {}

type Run = { world: World; says: string[]; alsoHolds: Options['alsoHolds'] };

/** A step of fast-check's model run: the ledger of the world is its model. */
class Step implements fc.AsyncCommand<object, Run> {
  readonly drawn: StepDraw;

  constructor(drawn: StepDraw) {
    this.drawn = drawn;
  }

  check = (): boolean => true;

  async run(_: object, { world, says, alsoHolds }: Run): Promise<void> {
    const said = await perform(world, this.drawn);
    if (said !== null) {
      says.push(said);
      world.transcript.push(said);
    }
    const wrong =
      (await findWrong(world, said !== null && says.length % thoroughEvery === 0)) ??
      alsoHolds?.(world) ??
      null;
    if (wrong !== null) throw new Broken(wrong);
  }

  toString(): string {
    return this.drawn.act;
  }
}

const steps = fc.record(stepDraw).map((drawn) => new Step(drawn));

export type Options = {
  seed: number;
  /** Of acts that did something. */
  steps: number;
  /** The migrated and empty database. */
  source: string;
  /** In milliseconds: no run begins after it. */
  longestMs?: number;
  /** At most, of one run; each begins with a new academy. */
  stepsARun?: number;
  /** How long a run that failed is made smaller, in milliseconds. */
  shrinkMs?: number;
  /** A further invariant, for tests of the simulation itself. */
  alsoHolds?: (world: World) => string | null;
  onRun?: (report: Report) => void;
};

export type Report = {
  steps: number;
  runs: number;
  /** Of what everybody was told, in order: the same for the same seed. */
  hash: string;
  /** What does not hold, the steps that lead there, and how to repeat them. */
  failure: string | null;
  foundAfter: { steps: number; ms: number } | null;
  tookMs: number;
};

const hashOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);

function describe(error: Error, says: readonly string[], seed: number): string {
  const stack = error instanceof Broken ? '' : `\n${error.stack ?? ''}`;
  const numbered = says.map((said, at) => `${String(at + 1).padStart(4)}. ${said}`);
  return `${error.message}${stack}\n${numbered.join('\n')}\nTo repeat it: npm run simulate -- --seed ${seed}`;
}

/** Of statements that nobody waits for, after the portal is closed. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

/** @throws Broken, also for a failure of what nobody waits for: it would end the process */
async function play(run: Run, commands: Iterable<fc.AsyncCommand<object, Run>>): Promise<void> {
  const { world } = run;
  const unheard: string[] = [];
  const note = (error: unknown): void => {
    const words = `nobody waited for what failed: ${String(error)}`;
    unheard.push(words);
    world.portal.seams.broken.push(words);
  };
  process.on('unhandledRejection', note);
  try {
    await fc.asyncModelRun(() => ({ model: {}, real: run }), commands);
    const wrong = await findWrong(world, true);
    if (wrong !== null) throw new Broken(wrong);
  } finally {
    await world.close();
    await settle();
    process.off('unhandledRejection', note);
  }
  const [first] = unheard;
  if (first !== undefined) throw new Broken(first);
}

/** One academy. A run that fails is made smaller. */
async function runOnce(seed: number, options: Options, report: Report, beganAt: number): Promise<string> {
  const { source, stepsARun = usualStepsARun, shrinkMs = usualShrinkMs, alsoHolds } = options;
  let shrinkUntil = Infinity;
  let smallest: { error: Error; says: string[] } | null = null;
  let hash = '';
  const property = fc.asyncProperty(
    fc.commands([steps], { maxCommands: stepsARun, size: 'max' }),
    async (commands) => {
      // What is left of the candidates then counts as fine.
      if (performance.now() > shrinkUntil) return;
      const world = await World.open(seed, source);
      const run: Run = { world, says: [], alsoHolds };
      try {
        await play(run, commands);
      } catch (error) {
        if (smallest === null) {
          report.foundAfter = { steps: report.steps + run.says.length, ms: performance.now() - beganAt };
          shrinkUntil = performance.now() + shrinkMs;
        }
        smallest = { error: error as Error, says: run.says };
        throw error;
      } finally {
        if (smallest === null) {
          report.steps += run.says.length;
          hash = hashOf(world.transcript);
        }
      }
    },
  );
  const { errorInstance } = await fc.check(property, { seed, numRuns: 1 });
  // Not even an academy could be opened.
  if (smallest === null && errorInstance !== null) throw errorInstance;
  const found = smallest as { error: Error; says: string[] } | null;
  if (found !== null) report.failure = describe(found.error, found.says, seed);
  return hash;
}

/** Simulates academies until enough steps are done, or something does not hold. */
export async function simulate(options: Options): Promise<Report> {
  const { seed, steps: wanted, longestMs = Infinity, onRun } = options;
  const beganAt = performance.now();
  const hashes: string[] = [];
  const report: Report = { steps: 0, runs: 0, hash: '', failure: null, foundAfter: null, tookMs: 0 };
  while (report.failure === null && report.steps < wanted && performance.now() - beganAt < longestMs) {
    hashes.push(await runOnce((seed + report.runs * 7_919) >>> 0, options, report, beganAt));
    report.runs += 1;
    report.hash = hashOf(hashes);
    report.tookMs = performance.now() - beganAt;
    onRun?.(report);
  }
  return report;
}
