import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { below, type Draw } from './draws.ts';

type Waiting = { who: number; go: () => void };

/** An act that waits for another one inside the process never reaches a seam: after so long the next one goes on. */
const stuckMs = 250;

/**
 * Lets acts at the same time go on one after the other, from seam to seam, in an order that the seed decides.
 */
export class Turns {
  readonly #acts = new AsyncLocalStorage<number>();
  #waiting: Waiting[] = [];
  #live = 0;
  #arrived = (): void => {};
  #isOn = false;

  /** Whether the caller belongs to an act: work in the background does not. */
  get isAct(): boolean {
    return this.#acts.getStore() !== undefined;
  }

  /** Of acts at the same moment, which one the caller belongs to. */
  get who(): number | undefined {
    return this.#acts.getStore();
  }

  /** A seam: alone an act goes on at once. */
  async pass(): Promise<void> {
    const who = this.#acts.getStore();
    if (who === undefined || !this.#isOn) return;
    await new Promise<void>((go) => {
      this.#waiting.push({ who, go });
      this.#arrived();
    });
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#acts.run(0, work);
  }

  async together<T>(draw: Draw, works: readonly (() => Promise<T>)[]): Promise<T[]> {
    this.#isOn = true;
    this.#live = works.length;
    const results = works.map((work, number) =>
      this.#acts.run(number, async () => {
        try {
          await this.pass();
          return await work();
        } finally {
          this.#live -= 1;
          this.#arrived();
        }
      }),
    );
    try {
      while (this.#live > 0) await this.#step(draw);
    } finally {
      this.#isOn = false;
      for (const { go } of this.#waiting.splice(0)) go();
    }
    return Promise.all(results);
  }

  async #step(draw: Draw): Promise<void> {
    while (this.#live > 0 && this.#waiting.length < this.#live) {
      const arrival = new Promise<'arrived'>((resolve) => (this.#arrived = () => resolve('arrived')));
      if (this.#waiting.length >= this.#live) break;
      const stop = new AbortController();
      const late = sleep(stuckMs, 'late' as const, { signal: stop.signal }).catch(() => 'late' as const);
      const what = await Promise.race([arrival, late]);
      stop.abort();
      if (what === 'late' && this.#waiting.length > 0) break;
    }
    // In the order of the acts, not of their arrival.
    this.#waiting.sort((one, other) => one.who - other.who);
    const [next] = this.#waiting.splice(below(draw, this.#waiting.length), 1);
    next?.go();
  }
}
