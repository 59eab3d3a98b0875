/** Round-robin over networks, then over a network's accounts. */
export type Turn = {
  network: string;
  account: string | number;
  /** A known client: gets every other turn. */
  isKnown: boolean;
};

/** Idempotent. */
export type Release = () => void;

export type FairQueueOptions = {
  /** Running at once, in all and of one account. */
  maxConcurrent: number;
  maxOfAccount?: number;
  /** Waiting, in all and of one account. */
  maxQueued: number;
  maxQueuedOfAccount?: number;
  /** @param isOwn whether the account itself has too many */
  refusal: (isOwn: boolean) => Error;
};

type Waiting = Turn & {
  /** Last turn of the network and of the account while this one waited; 0 for never. */
  networkTurn: number;
  accountTurn: number;
  start(): void;
  refuse(error: Error): void;
};

export type FairQueue = {
  /** Null if it would have to wait. */
  tryEnter(turn: Turn): Release | null;
  /** @throws the queue's refusal when it is full, or the signal aborts */
  enter(turn: Turn, signal?: AbortSignal): Promise<Release>;
  running(): number;
  /** In order of arrival. */
  waiting: ReadonlySet<Turn>;
  refuseAll(error: Error): void;
};

const largest = <T>(groups: Map<unknown, T[]>): T[] =>
  [...groups.values()].reduce<T[]>((most, group) => (group.length > most.length ? group : most), []);

/**
 * A bounded round-robin queue. When full, the newest entry of the network or account with the most gives way
 * to one with fewer.
 */
export function makeFairQueue({
  maxConcurrent,
  maxOfAccount = Infinity,
  maxQueued,
  maxQueuedOfAccount = Infinity,
  refusal,
}: FairQueueOptions): FairQueue {
  const waiting = new Set<Waiting>();
  const runningOf = new Map<Turn['account'], number>();
  let running = 0;
  let turns = 0;
  let wasKnown = false;

  const isOwn = ({ account }: Turn): boolean => (runningOf.get(account) ?? 0) >= maxOfAccount;
  const mayRun = (turn: Turn): boolean => running < maxConcurrent && !isOwn(turn);
  const isBefore = (one: Waiting, other: Waiting): boolean =>
    one.isKnown === other.isKnown
      ? (one.networkTurn - other.networkTurn || one.accountTurn - other.accountTurn) < 0
      : one.isKnown !== wasKnown;

  function take({ account }: Turn): Release {
    running += 1;
    runningOf.set(account, (runningOf.get(account) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      running -= 1;
      const left = (runningOf.get(account) ?? 1) - 1;
      if (left > 0) runningOf.set(account, left);
      else runningOf.delete(account);
      startNext();
    };
  }

  function startNext(): void {
    let next: Waiting | undefined;
    for (const one of waiting) if (mayRun(one) && (next === undefined || isBefore(one, next))) next = one;
    if (next === undefined) return;
    wasKnown = next.isKnown;
    turns += 1;
    for (const other of waiting) {
      if (other.isKnown !== next.isKnown || other.network !== next.network) continue;
      other.networkTurn = turns;
      if (other.account === next.account) other.accountTurn = turns;
    }
    next.start();
  }

  function makeRoom(turn: Turn): boolean {
    const strangers = [...waiting].filter(({ isKnown }) => !isKnown);
    const others = turn.isKnown && strangers.length === 0 ? [...waiting] : strangers;
    const ofNetwork = largest(Map.groupBy(others, ({ network }) => network));
    const ofAccount = largest(Map.groupBy(ofNetwork.toReversed(), ({ account }) => account));
    const [newest] = ofAccount;
    if (newest === undefined) return false;
    const own = others.filter(({ network }) => network === turn.network);
    const ownOfAccount = own.filter(({ account }) => account === turn.account);
    const hasLess =
      (turn.isKnown && !newest.isKnown) ||
      own.length + 1 < ofNetwork.length ||
      (newest.network === turn.network && ownOfAccount.length + 1 < ofAccount.length);
    if (hasLess) newest.refuse(refusal(isOwn(newest)));
    return hasLess;
  }

  function wait(turn: Turn, signal?: AbortSignal): Promise<Release> {
    const peers = [...waiting].filter(
      ({ isKnown, network }) => isKnown === turn.isKnown && network === turn.network,
    );
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(own);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => own.refuse(refusal(isOwn(turn)));
      const own: Waiting = {
        ...turn,
        networkTurn: peers[0]?.networkTurn ?? 0,
        accountTurn: peers.find(({ account }) => account === turn.account)?.accountTurn ?? 0,
        start() {
          leave();
          resolve(take(turn));
        },
        refuse(error) {
          leave();
          reject(error);
        },
      };
      signal?.addEventListener('abort', giveUp);
      waiting.add(own);
    });
  }

  return {
    tryEnter: (turn) => (mayRun(turn) ? take(turn) : null),
    async enter(turn, signal) {
      if (mayRun(turn)) return take(turn);
      const ofAccount = [...waiting].filter(({ account }) => account === turn.account).length;
      if (ofAccount >= maxQueuedOfAccount) throw refusal(true);
      if (waiting.size >= maxQueued && !makeRoom(turn)) throw refusal(false);
      return wait(turn, signal);
    },
    running: () => running,
    waiting,
    refuseAll(error) {
      for (const one of waiting) one.refuse(error);
    },
  };
}
