import type { Engine } from '#server/platform/database/engine';

/** `CAPSTONE_TEST_FRESH=1`: a database and a portal of its own for each test, so that what one leaves shows. */
export const isFresh = process.env.CAPSTONE_TEST_FRESH === '1';

type Opened = {
  /** What another process would open: a file's path (SQLite) or an address (PostgreSQL). */
  location: string;
  /** With connections that stay open from one test to the next. */
  engine: Engine;
};

/** A migrated database that can be put back to how it was made. */
export type ReusableDatabase = Opened & {
  /** False when it cannot be put back. */
  reset(): Promise<boolean>;
  drop(): Promise<void>;
};

/** A migrated and empty database, for one test at a time. */
export type TakenDatabase = Opened & {
  /** Gives it back, to be emptied for the next test; with `false` it is dropped. */
  release(isReusable: boolean): Promise<void>;
};

/**
 * Making a database costs more than most tests, so a worker's tests use the same one in turn. Those that nobody uses any more
 * go with what they were made from, after the last test.
 */
export function takeInTurn(make: () => Promise<ReusableDatabase>): () => Promise<TakenDatabase> {
  const idle: ReusableDatabase[] = [];
  return async () => {
    const taken = idle.pop() ?? (await make());
    const { location, engine } = taken;
    return {
      location,
      engine,
      async release(isReusable) {
        if (isReusable && !isFresh && (await taken.reset())) idle.push(taken);
        else await taken.drop();
      },
    };
  };
}
