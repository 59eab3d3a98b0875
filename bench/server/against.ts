import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { onEachEngine, type Home } from '../engines.ts';
import { inTurn } from '../figures.ts';
import type { Fixture } from '../fixture.ts';
import { measureLoad } from '../load.ts';
import { refuse } from '../options.ts';
import { expectBar, printTable } from '../report.ts';
import { startWarmPortal, type Running } from '../servers.ts';
import { submitFiles } from './submissions.ts';
import { makeTargets } from './targets.ts';

/** More than this in the median of the rounds is slower. */
const tolerance = 1.05;

const fixtureScript = `
  const { openDatabase } = await import('#server/platform/database/database');
  const { makeFixture } = await import('./bench/fixture.ts');
  const database = await openDatabase({ dataDir: process.env.DATA_DIR, databaseUrl: process.env.DATABASE_URL || null });
  console.log(JSON.stringify(await makeFixture(database)));
  await database.close();`;

/** Fills a database by the code of a checkout, which knows its own schema. */
function makeFixtureOf(checkout: string, { environment }: Home): Fixture {
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', fixtureScript], {
    cwd: checkout,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The fixture could not be made in ${checkout}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Fixture;
}

type Options = {
  engine: string;
  rounds: number;
  seconds: number;
  submissionsInRound: number;
  isWanted: (name: string) => boolean;
};

/** Compares this checkout with another one in turn, by processor time. @param folder of the other checkout */
export async function compareWith(folder: string, options: Options): Promise<void> {
  const { rounds, isWanted } = options;
  const other = path.resolve(folder);
  if (!existsSync(path.join(other, 'bench/fixture.ts')))
    refuse('--against needs the folder of another checkout, installed and built');
  const rows: string[][] = [];

  function add(what: string, ours: number, theirs: number, ratio: number, unit: string): void {
    rows.push([what, `${ours.toFixed(1)} ${unit}`, `${theirs.toFixed(1)} ${unit}`, ratio.toFixed(2)]);
    console.error(rows.at(-1)?.join(', '));
    expectBar(!(ratio > tolerance), `${what}: ${ratio.toFixed(2)} times the other checkout`);
  }

  await onEachEngine(options.engine, async ({ name: engine, postgres, makeHome }) => {
    const open = async (checkout: string): Promise<{ server: Running; fixture: Fixture }> => {
      const home = await makeHome();
      const fixture = makeFixtureOf(checkout, home);
      return { fixture, server: await startWarmPortal(home.environment, { checkout }) };
    };
    const [ours, theirs] = [await open(process.cwd()), await open(other)];
    const counterparts = makeTargets(theirs.server, theirs.fixture);
    for (const [at, { name, target }] of makeTargets(ours.server, ours.fixture).entries()) {
      const counterpart = counterparts[at]?.target;
      if (counterpart === undefined || !isWanted(name)) continue;
      await measureLoad(target, 1);
      await measureLoad(counterpart, 1);
      const { subject, yardstick, ratio } = await inTurn(
        rounds,
        () => measureLoad(target, options.seconds),
        () => measureLoad(counterpart, options.seconds),
      );
      add(`${engine}: ${name}`, subject, yardstick, ratio, 'µs');
    }
    const [here, there] = [ours.server.memory() ?? NaN, theirs.server.memory() ?? NaN];
    add(`${engine}: memory under load`, here, there, here / there, 'MB');
    if (postgres === null && isWanted('submission')) {
      const submit =
        ({ server, fixture }: typeof ours) =>
        async () => {
          const { processor, clock } = await submitFiles(
            server,
            fixture.students[0],
            options.submissionsInRound,
          );
          return processor ?? clock;
        };
      const { subject, yardstick, ratio } = await inTurn(rounds, submit(ours), submit(theirs));
      add('one submission of 2 MB', subject, yardstick, ratio, 'ms');
    }
    await ours.server.stop();
    await theirs.server.stop();
  });
  printTable(['what', 'here', 'there', 'ratio'], rows);
}
