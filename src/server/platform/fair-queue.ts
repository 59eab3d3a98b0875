/** Whose turn it is: turns go round the networks, and within one round its accounts. */
export type Turn = {
  network: string;
  account: string;
  /** Of somebody who was here before; every other turn goes to these while any of them waits. */
  isKnown: boolean;
};

type Waiting = Turn & { start(): void; refuse(error: Error): void };

export type FairQueue = {
  /** Runs work when its turn comes. @throws the queue's refusal when it is full; what `work` throws */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  running(): number;
  waiting(): number;
  /** Refuses whoever waits. */
  refuseAll(error: Error): void;
};

/** Who waits: by network, then by account, each in the order of its next turn. */
class Lane {
  readonly #networks = new Map<string, Map<string, Waiting[]>>();
  size = 0;

  add(job: Waiting): void {
    const accounts = this.#networks.get(job.network) ?? new Map<string, Waiting[]>();
    this.#networks.set(job.network, accounts);
    const jobs = accounts.get(job.account) ?? [];
    accounts.set(job.account, jobs);
    jobs.push(job);
    this.size += 1;
  }

  /** Takes whose turn it is; their network and account then go to the end. */
  next(): Waiting | undefined {
    for (const [network, accounts] of this.#networks) {
      for (const [account, jobs] of accounts) {
        const job = jobs.shift();
        this.size -= 1;
        accounts.delete(account);
        if (jobs.length > 0) accounts.set(account, jobs);
        this.#networks.delete(network);
        if (accounts.size > 0) this.#networks.set(network, accounts);
        return job;
      }
    }
    return undefined;
  }

  /** How many of a network wait, and how many of them for an account. */
  countOf({ network, account }: Turn): { ofNetwork: number; ofAccount: number } {
    const accounts = this.#networks.get(network);
    return { ofNetwork: sizeOf(accounts), ofAccount: accounts?.get(account)?.length ?? 0 };
  }

  /** Where most wait; of accounts with as many, the one that came last. */
  longest(): Turn | undefined {
    const [network, accounts] = largest(this.#networks, sizeOf) ?? [];
    const [account, jobs] =
      accounts === undefined ? [] : (largest([...accounts].toReversed(), ({ length }) => length) ?? []);
    return jobs?.[0] === undefined
      ? undefined
      : { ...jobs[0], network: network ?? '', account: account ?? '' };
  }

  /** Takes out the newest of an account. */
  dropNewest({ network, account }: Turn): Waiting | undefined {
    const accounts = this.#networks.get(network);
    const jobs = accounts?.get(account);
    const job = jobs?.pop();
    if (accounts === undefined || jobs === undefined || job === undefined) return undefined;
    this.size -= 1;
    if (jobs.length === 0) accounts.delete(account);
    if (accounts.size === 0) this.#networks.delete(network);
    return job;
  }
}

const sizeOf = (accounts: Map<string, Waiting[]> | undefined): number =>
  accounts === undefined ? 0 : [...accounts.values()].reduce((sum, { length }) => sum + length, 0);

function largest<T>(entries: Iterable<[string, T]>, size: (value: T) => number): [string, T] | undefined {
  let found: [string, T] | undefined;
  for (const entry of entries) if (found === undefined || size(entry[1]) > size(found[1])) found = entry;
  return found;
}

/**
 * A bounded queue in which nobody can stand in front of everybody else: each network, and in it each account, has one
 * turn before any has a second. In a full one the newest of those with most in it gives way to somebody with less.
 * @param options.places how many run at once
 * @param options.maxQueued how many more may wait
 * @param options.refusal what a full queue says
 */
export function makeFairQueue({
  places,
  maxQueued,
  refusal,
}: {
  places: number;
  maxQueued: number;
  refusal: () => Error;
}): FairQueue {
  const known = new Lane();
  const strangers = new Lane();
  let running = 0;
  let wasKnown = false;

  function startNext(): void {
    if (running >= places) return;
    const lane = known.size > 0 && (strangers.size === 0 || !wasKnown) ? known : strangers;
    const job = lane.next();
    if (job === undefined) return;
    wasKnown = job.isKnown;
    running += 1;
    job.start();
  }

  /** Makes room for somebody in a full queue. @returns whether there is any */
  function makeRoom(turn: Turn): boolean {
    const lane = turn.isKnown && strangers.size === 0 ? known : strangers;
    const longest = lane.longest();
    if (longest === undefined) return false;
    const [theirs, own] = [lane.countOf(longest), lane.countOf(turn)];
    const isLess =
      (turn.isKnown && lane === strangers) ||
      own.ofNetwork + 1 < theirs.ofNetwork ||
      (longest.network === turn.network && own.ofAccount + 1 < theirs.ofAccount);
    if (!isLess) return false;
    lane.dropNewest(longest)?.refuse(refusal());
    return true;
  }

  function waitForTurn(turn: Turn): Promise<void> {
    return new Promise((start, refuse) => {
      (turn.isKnown ? known : strangers).add({ ...turn, start, refuse });
      startNext();
    });
  }

  return {
    async run(turn, work) {
      const isFull = running + known.size + strangers.size >= places + maxQueued;
      if (isFull && !makeRoom(turn)) throw refusal();
      await waitForTurn(turn);
      try {
        return await work();
      } finally {
        running -= 1;
        startNext();
      }
    },
    running: () => running,
    waiting: () => known.size + strangers.size,
    refuseAll(error) {
      for (const lane of [known, strangers]) {
        for (let job = lane.next(); job !== undefined; job = lane.next()) job.refuse(error);
      }
    },
  };
}
