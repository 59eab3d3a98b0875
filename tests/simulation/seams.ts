import BetterSqlite from 'better-sqlite3';
import { Turns } from './turns.ts';

/** Where a fault can hit, in the order in which an act reaches them. */
export type Seam = 'begin' | 'statement' | 'commit' | 'committed' | 'stage' | 'keep' | 'kept' | 'publish';

/**
 * `killed`: the process ends there. `database full`, `files full`: no write succeeds from there until the act has ended.
 * `events lost`: nobody hears of the changes.
 */
export type Fault = {
  kind: 'killed' | 'database full' | 'files full' | 'events lost';
  /** After so many seams. */
  at: number;
  /** Only these are counted; all without it. */
  of?: Seam;
};

/** Not an error of the portal: the process is gone. */
export class Killed extends Error {}

const full = (): Error => new BetterSqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
const isChange = (sql: string): boolean => /^\s*(?:insert|update|delete|replace|with|commit)/i.test(sql);

/** The one place that every write of a portal passes: here the process dies, and the disk is full. */
export class Seams {
  readonly turns = new Turns();
  /** What was done against the rules of transactions. */
  readonly broken: string[] = [];
  /** Which of the acts at the same moment has committed, in order. */
  readonly commits: number[] = [];
  isDead = false;
  /** What would go on by itself, such as retries of the background, ends. */
  onDeath = (): void => {};
  hit: string | null = null;
  #fault: Fault | null = null;
  #passed = 0;
  #inFlight: string[] = [];

  plan(fault: Fault | null): void {
    this.#fault = fault;
    this.#passed = 0;
    this.hit = null;
  }

  /** Whether the planned fault begins here or has begun. */
  #isReached(kind: Fault['kind']): boolean {
    return this.#fault?.kind === kind && this.#passed > this.#fault.at;
  }

  async pass(seam: Seam): Promise<void> {
    if (this.isDead) throw new Killed();
    await this.turns.pass();
    this.#count(seam);
  }

  /** Not of what was only seen. */
  noteCommit(): void {
    if (this.turns.who !== undefined) this.commits.push(this.turns.who);
  }

  /** Within a transaction nobody else has a turn: they would wait for its end. */
  #count(seam: Seam): void {
    if (this.isDead) throw new Killed();
    if (!this.turns.isAct) return;
    if (this.#fault?.of !== undefined && this.#fault.of !== seam) return;
    this.#passed += 1;
    if (!this.#isReached('killed')) return;
    this.isDead = true;
    this.onDeath();
    this.hit = seam;
    throw new Killed();
  }

  /** Before a statement of the writing connection; it is in flight until `after`. */
  async before(sql: string): Promise<() => void> {
    if (/^commit/i.test(sql)) {
      const [left] = this.#inFlight;
      if (left !== undefined)
        this.broken.push(`a transaction was committed before this statement had ended: ${left}`);
      this.#count('commit');
    } else {
      this.#inFlight.push(sql);
      try {
        // A statement takes its time: a commit that does not wait for it comes first.
        await new Promise(setImmediate);
        this.#count('statement');
      } catch (error) {
        this.#end(sql);
        throw error;
      }
    }
    if (isChange(sql) && this.turns.isAct && this.#isReached('database full')) {
      this.#end(sql);
      this.hit = sql.slice(0, 40);
      throw full();
    }
    return () => this.#end(sql);
  }

  #end(sql: string): void {
    const at = this.#inFlight.indexOf(sql);
    if (at >= 0) this.#inFlight.splice(at, 1);
  }

  get areFilesFull(): boolean {
    if (!this.turns.isAct || !this.#isReached('files full')) return false;
    this.hit = 'file store';
    return true;
  }

  get areEventsLost(): boolean {
    return this.#fault?.kind === 'events lost';
  }
}
