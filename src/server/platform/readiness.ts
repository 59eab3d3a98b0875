import type { FastifyBaseLogger } from 'fastify';
import { makeBoundedProbe, type Probed } from './bounded-probe.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Something that this process needs for its work. */
export type ReadinessCheck = {
  name: string;
  /**
   * Whether a failure is this machine's alone, so that others can serve. A shared fault only degrades: else
   * all machines would leave at once.
   */
  isOwnFault: boolean | ((error: unknown) => boolean);
  /** How long a result is cached, in milliseconds. */
  keptMs?: number;
  /** Throws when it fails; more than half a second also counts as failing. */
  check(): void | Promise<void>;
};

export type ReadinessReport = {
  /** Unavailable: give this process no work. Degraded: a shared fault; it serves as well as any other. */
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<string, 'ok' | 'failing'>;
};

export type Readiness = {
  /** Adds a check, replacing one of the same name. */
  add(check: ReadinessCheck): void;
  /** Answers within half a second, even if a check hangs. */
  read(): Promise<ReadinessReport>;
};

/** A load balancer's check times out after a second: late answers would remove all machines at once. */
const timeoutMs = 500;
const usualKeptMs = 1_000;

type State = 'ok' | 'shared fault' | 'own fault';
type Added = ReadinessCheck & { ask: () => Promise<Probed<void>>; state: State };

/** Whether this process accepts work, by its lifecycle and the added checks. */
export function makeReadiness(
  lifecycle: Lifecycle,
  log: () => Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Readiness {
  const added = new Map<string, Added>();

  async function stateOf(one: Added): Promise<State> {
    const { name: check, isOwnFault } = one;
    const result = await one.ask();
    const former = one.state;
    if (!('error' in result)) {
      one.state = 'ok';
      if (former !== 'ok') log().info({ check }, 'a check of readiness passes again');
      return 'ok';
    }
    const isOwn = typeof isOwnFault === 'function' ? isOwnFault(result.error) : isOwnFault;
    one.state = isOwn ? 'own fault' : 'shared fault';
    if (former !== one.state) {
      log().warn({ check, fault: one.state, err: result.error }, 'a check of readiness fails');
    }
    return one.state;
  }

  return {
    add(check) {
      const ask = makeBoundedProbe(() => check.check(), { timeoutMs, keptMs: check.keptMs ?? usualKeptMs });
      added.set(check.name, { ...check, ask, state: 'ok' });
    },
    async read() {
      const all = [...added.values()];
      const states = await Promise.all(all.map(stateOf));
      const isServing = lifecycle.state === 'ready';
      let status: ReadinessReport['status'] = states.some((state) => state !== 'ok') ? 'degraded' : 'ok';
      if (!isServing || states.includes('own fault')) status = 'unavailable';
      const word = (isOk: boolean) => (isOk ? 'ok' : 'failing');
      const checks = all.map(({ name }, i) => [name, word(states[i] === 'ok')] as const);
      return { status, checks: Object.fromEntries([['lifecycle', word(isServing)], ...checks]) };
    },
  };
}
