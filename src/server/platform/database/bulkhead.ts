export type Admission = { kind: string; isChange: boolean };

type Waiting = Admission & { until: number; admit: () => void; refuse: (error: Error) => void };

/** Also where only this kind of work has none left; PostgreSQL's code for too many connections. */
export class NoConnectionFree extends Error {
  readonly code = '53300';
}

/** Always left for reads. */
const placesForReads = 2;

/**
 * One kind of work gets at most half the places, and changes leave some to reads, so that waiting for a
 * locked table does not hold up everything.
 */
export class Bulkhead {
  readonly #size: number;
  readonly #waitMs: number;
  readonly #byKind = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #taken = 0;
  #changes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param waitMs longest wait for a place */
  constructor({ size, waitMs }: { size: number; waitMs: number }) {
    this.#size = size;
    this.#waitMs = waitMs;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  tryEnter({ kind, isChange }: Admission): boolean {
    const ofKind = this.#byKind.get(kind) ?? 0;
    const isFree =
      this.#taken < this.#size &&
      ofKind < Math.ceil(this.#size / 2) &&
      (!isChange || this.#changes < Math.max(1, this.#size - placesForReads));
    if (!isFree) return false;
    this.#taken += 1;
    if (isChange) this.#changes += 1;
    this.#byKind.set(kind, ofKind + 1);
    return true;
  }

  /** First come, first served among those that may enter. @throws NoConnectionFree after `waitMs` */
  async enter(admission: Admission): Promise<void> {
    if (this.tryEnter(admission)) return;
    await new Promise<void>((admit, refuse) => {
      this.#waiting.add({ ...admission, until: performance.now() + this.#waitMs, admit, refuse });
      // One timer for all: under load most wait, for under a millisecond.
      this.#timer ??= setInterval(() => this.#refuseLate(), this.#waitMs / 10).unref();
    });
  }

  leave({ kind, isChange }: Admission): void {
    this.#taken -= 1;
    if (isChange) this.#changes -= 1;
    this.#byKind.set(kind, (this.#byKind.get(kind) ?? 0) - 1);
    for (const waiting of this.#waiting) {
      if (this.tryEnter(waiting)) {
        this.#waiting.delete(waiting);
        waiting.admit();
        return;
      }
    }
  }

  #refuseLate(): void {
    for (const waiting of this.#waiting) {
      if (waiting.until > performance.now()) break;
      this.#waiting.delete(waiting);
      waiting.refuse(
        new NoConnectionFree(`No connection was free for ${waiting.kind} within ${this.#waitMs} ms`),
      );
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
