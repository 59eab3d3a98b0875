import type { FastifyBaseLogger } from 'fastify';
import { makeBoundedProbe, type Probed } from './bounded-probe.ts';
import type { WriteMonitor } from './write-monitor.ts';

type LifecycleState = 'starting' | 'ready' | 'stopping';

export type Lifecycle = {
  readonly state: LifecycleState;
  /** Background work and endless streams end. */
  readonly stopping: AbortSignal;
  markReady(): void;
  markStopping(): void;
};

export function makeLifecycle(): Lifecycle {
  const stop = new AbortController();
  let isReady = false;
  return {
    get state() {
      if (stop.signal.aborted) return 'stopping';
      return isReady ? 'ready' : 'starting';
    },
    stopping: stop.signal,
    markReady: () => void (isReady = true),
    markStopping: () => stop.abort(),
  };
}

export type ReadinessCheck = {
  name: string;
  /** A fault of this machine alone: a shared one only degrades, or all machines would leave at once. */
  isOwnFault: boolean | ((error: unknown) => boolean);
  /** Of a result, in milliseconds. */
  keptMs?: number;
  /** Throws or takes over half a second to fail. */
  check(): void | Promise<void>;
};

type ReadinessReport = {
  /** Degraded: serves as well as any other process. */
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<string, 'ok' | 'failing'>;
};

export type Readiness = {
  add(check: ReadinessCheck): void;
  /** Within half a second, even if a check hangs. */
  read(): Promise<ReadinessReport>;
};

/** Load balancers time out after a second. */
const timeoutMs = 500;
const usualKeptMs = 1_000;

type State = 'ok' | 'shared fault' | 'own fault';
type Added = ReadinessCheck & { ask: () => Promise<Probed<void>>; state: State };

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
      if (former !== 'ok') log().info({ check }, 'readiness check passes again');
      return 'ok';
    }
    const isOwn = typeof isOwnFault === 'function' ? isOwnFault(result.error) : isOwnFault;
    one.state = isOwn ? 'own fault' : 'shared fault';
    if (former !== one.state) {
      log().warn({ check, fault: one.state, err: result.error }, 'readiness check fails');
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

export function writesCheck(
  name: string,
  writes: WriteMonitor,
  { isOwnFault }: Pick<ReadinessCheck, 'isOwnFault'>,
): ReadinessCheck {
  return {
    name,
    isOwnFault,
    keptMs: 0,
    check() {
      const health = writes.health();
      if (!health.ok) throw new Error(health.cause);
    },
  };
}
