type Tick = { run: () => void };

/** In milliseconds: shorter waits are part of a request. */
const shortestHeld = 200;

/** What the portal does every few seconds waits for `tick`: the machine's own time decides nothing. */
export class Intervals {
  readonly #ticks = new Set<Tick>();
  readonly #held = new WeakMap<object, Tick>();
  readonly #real = {
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
  };

  #hold(run: () => void, isOnce: boolean): object {
    const tick: Tick = {
      run: () => {
        if (isOnce) this.#ticks.delete(tick);
        run();
      },
    };
    this.#ticks.add(tick);
    const handle = { ref: () => handle, unref: () => handle, hasRef: () => false };
    this.#held.set(handle, tick);
    return handle;
  }

  #clear(handle: unknown): void {
    const tick = typeof handle === 'object' && handle !== null ? this.#held.get(handle) : undefined;
    if (tick === undefined) this.#real.clearTimeout(handle as NodeJS.Timeout);
    else this.#ticks.delete(tick);
  }

  hold(): void {
    const clear = (handle: unknown): void => this.#clear(handle);
    const { setTimeout: later } = this.#real;
    Object.assign(globalThis, {
      setInterval: (run: (...args: unknown[]) => void, _: number, ...args: unknown[]) =>
        this.#hold(() => run(...args), false),
      setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        ms < shortestHeld ? later(run, ms, ...args) : this.#hold(() => run(...args), true),
      clearInterval: clear,
      clearTimeout: clear,
    });
  }

  /** Each once, and what they begin comes to its end. */
  async tick(): Promise<void> {
    const due = [...this.#ticks];
    for (const { run } of due) {
      run();
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    }
  }

  release(): void {
    Object.assign(globalThis, this.#real);
    this.#ticks.clear();
  }
}
