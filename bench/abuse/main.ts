import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#support/postgres';
import { canPin, startPortal } from '../servers.ts';
import { attacks } from './attacks.ts';
import { kinds, makeClass } from './class-at-work.ts';
import { measureAlone, measureClass, type Fare, type Seen } from './measure.ts';
import { makePeople } from './people.ts';

/**
 * A class works while one of it, or somebody in its network, does what hurt others once: each attack alone, and with the
 * class. The portal has the settings of production. A p99 of few requests is a matter of luck: by default there are some 1,400
 * reads, 380 writes and 190 logins on either side.
 */
const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];
/** How many times its idle value the class's p99 may be, and how much memory the portal may take, in MB. */
const maxTimes = 3;
const maxMemory = 400;
/** How long an attack is alone with one reader, in milliseconds. */
const aloneMs = 6_000;

function refuseOption(line: string): never {
  console.error(line);
  process.exit(1);
}

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '40' },
    class: { type: 'string', default: '30' },
  },
});
const wholeNumber = (name: 'seconds' | 'class', max: number): number => {
  const value = Number(options[name]);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  return refuseOption(`--${name} must be a whole number from 1 to ${max}`);
};
const milliseconds = wholeNumber('seconds', 600) * 1_000;
const size = wholeNumber('class', 200);
const chosen = attacks.filter(({ name }) => options.only?.includes(name) ?? true);
const unknown = options.only?.find((name) => !attacks.some((attack) => attack.name === name));
if (unknown !== undefined)
  refuseOption(`--only ${unknown}: there are ${attacks.map(({ name }) => name).join(', ')}`);
if (options.engine !== undefined && !engines.includes(options.engine as Engine))
  refuseOption(`--engine must be ${engines.join(' or ')}`);
if (!canPin) refuseOption('bench:abuse needs Linux with taskset: it reads memory in /proc');

const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const missed: string[] = [];

/** A line of the table; what misses a bar is kept for the end. */
function printRow(
  name: string,
  alone: Seen<{ p99: number }>,
  { idle, attacked, memory: most }: Seen<{ idle: Fare; attacked: Fare }>,
): void {
  const memory = Math.max(alone.memory, most);
  const cells = kinds.map((kind) => {
    const times = attacked.p99[kind] / idle.p99[kind];
    if (times >= maxTimes)
      missed.push(`${name}: p99 of a ${kind} is ${times.toFixed(1)} times its idle value`);
    return `${ms(attacked.p99[kind])} of ${ms(idle.p99[kind])} ms (${times.toFixed(1)}×)`;
  });
  const slowest = attacked.slowest / idle.slowest;
  if (slowest >= maxTimes) missed.push(`${name}: one of the class waits ${slowest.toFixed(1)} times as long`);
  if (memory >= maxMemory) missed.push(`${name}: ${memory} MB`);
  const { refused, requests } = attacked;
  if (refused.length > 0)
    missed.push(`${name}: ${refused.length} refused, ${[...new Set(refused)].join(', ')}`);
  console.log(
    `| ${[name, `${ms(alone.p99)} ms`, ...cells, `${slowest.toFixed(1)}×`, `${refused.length} of ${requests}`, `${memory} MB`].join(' | ')} |`,
  );
}

async function measureEngine(engine: Engine, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-abuse-'));
  const people = await makePeople({ dataDir, databaseUrl }, size);
  const server = await startPortal({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    LOG_LEVEL: 'fatal',
    // Of production, not of benchmarks.
    FORUM_POSTS_PER_HOUR: '',
    REQUESTS_AT_ONCE_PER_ACCOUNT: '',
    UPLOADS_AT_ONCE_PER_ACCOUNT: '',
    HAND_INS_PER_DAY: '',
    HAND_IN_MB_PER_DAY: '',
  });
  const target = { url: server.url, people };
  const room = makeClass(server.url, people);
  try {
    await room.logIn();
    await room.work(2_000);
    console.log(`\n${engine}: a class of ${size}, and whoever attacks in its network`);
    console.log(
      '| attack | one reader alone, p99 | class, p99 of its idle value: reads | writes | logins | slowest student | refused | memory |',
    );
    console.log('|---|---|---|---|---|---|---|---|');
    for (const attack of chosen) {
      console.error(`${engine}, ${attack.name}: ${attack.what}`);
      await attack.prepare?.(target);
      // The class first: of an attack that limits stop after a while, it has the beginning.
      const fares = await measureClass(server, room, attack, target, milliseconds);
      printRow(attack.name, await measureAlone(server, attack, target, aloneMs), fares);
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const startedAt = performance.now();
if (options.engine !== 'postgres') await measureEngine('sqlite', null);
if (options.engine !== 'sqlite') {
  const postgres = await startPostgres();
  try {
    await measureEngine('postgres', postgres.urlOf('postgres'));
  } finally {
    await postgres.stop();
  }
}
console.log(`\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s in all`);
for (const line of missed) console.error(`missed: ${line}`);
process.exit(missed.length === 0 ? 0 : 1);
