import type { Engine } from '#server/platform/database/engine';

/** `CAPSTONE_TEST_FRESH=1`: each test has a database of its own, so that what one test leaves to the next shows. */
export const isFresh = process.env.CAPSTONE_TEST_FRESH === '1';

/** A migrated and empty database, for one test at a time. */
export type TakenDatabase = {
  /** What another process would open: a file's path (SQLite) or an address (PostgreSQL). */
  location: string;
  /** With connections that stay open from one test to the next. */
  engine: Engine;
  /** Gives it back, to be emptied for the next test; with `false` it is dropped. */
  release(isReusable: boolean): Promise<void>;
};
