import { hold, sharedOf, type Fault } from '../fault.ts';

const onPostgres = { world: 'three machines', mayRefuse: true, backWithinMs: 2_000 } as const;

export const postgresFaults: readonly Fault[] = [
  {
    ...onPostgres,
    name: 'postgres-restarted',
    seconds: 2,
    run: (world, holdMs) => sharedOf(world).postgres.restart(holdMs),
  },
  {
    ...onPostgres,
    name: 'postgres-killed',
    seconds: 3,
    run: (world, holdMs) => sharedOf(world).postgres.kill(holdMs),
  },
  {
    ...onPostgres,
    name: 'postgres-frozen',
    seconds: 10,
    async run(world, holdMs) {
      const thaw = sharedOf(world).postgres.freeze();
      await hold(holdMs);
      thaw();
    },
  },
  {
    ...onPostgres,
    name: 'line-cut',
    seconds: 15,
    async run(world, holdMs) {
      const { line } = sharedOf(world);
      line.cut();
      await hold(holdMs);
      line.mend();
    },
  },
  {
    ...onPostgres,
    name: 'no-connections',
    seconds: 5,
    async run(world, holdMs) {
      const giveBack = await sharedOf(world).postgres.takeConnections();
      await hold(holdMs);
      await giveBack();
    },
  },
  {
    ...onPostgres,
    name: 'table-locked',
    seconds: 10,
    // Whoever wants nothing of that table must not wait behind those who do.
    steady: { kinds: ['page', 'call', 'submit', 'mark'], maxGapMs: 3_000 },
    async run(world, holdMs) {
      const unlock = await sharedOf(world).postgres.lockTable('questions');
      await hold(holdMs);
      await unlock();
    },
  },
];
