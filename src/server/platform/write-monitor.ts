import { HttpError } from './http/http-errors.ts';

/** Whether what the portal writes to can be written, as far as the last attempts tell. */
export type WriteHealth =
  | { ok: true }
  | {
      ok: false;
      /** When the first write failed, in milliseconds since 1970 UTC. */
      since: number;
      /** The first failure, as the system worded it. */
      cause: string;
      /** The writes that failed since then. */
      refused: number;
    };

/** A write that failed for a reason on the server's side: 503 with `Retry-After`. `cause` is what the system said. */
export class CannotWrite extends HttpError {
  constructor(message: string, retryAfter: number, cause: unknown) {
    super(503, 'busy', message, retryAfter);
    this.cause = cause;
  }
}

export type HealthChange =
  | { health: Extract<WriteHealth, { ok: false }>; error: unknown }
  | { health: { ok: true }; former: Extract<WriteHealth, { ok: false }> };

export type WriteMonitor = {
  health(): WriteHealth;
  /**
   * Runs a write and notes how it ended.
   * @throws CannotWrite for a failure on the server's side; any other error as it is
   */
  run<T>(write: () => Promise<T>): Promise<T>;
  /** Writes a little: the way back to health, since other writes may have had nothing to write. @throws what `run` throws */
  probe(): Promise<void>;
  /** Who hears of failure and recovery. */
  onChange(listener: (change: HealthChange) => void): void;
};

/** A success soon after a failure proves nothing: little things find room where larger ones do not. */
const settleMs = 4_000;

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message;
}

/**
 * @param options.isFailure whether an error says that nothing can be written at present
 * @param options.refusal what the person hears whose write failed
 * @param options.probe writes a little
 */
export function makeWriteMonitor(options: {
  isFailure: (error: unknown) => boolean;
  refusal: (error: unknown) => { message: string; retryAfter: number };
  probe: () => Promise<unknown>;
  now?: () => number;
}): WriteMonitor {
  const { isFailure, refusal, probe, now = Date.now } = options;
  const listeners: ((change: HealthChange) => void)[] = [];
  let health: WriteHealth = { ok: true };
  let failedAt = 0;

  function noteFailure(error: unknown): void {
    failedAt = now();
    if (!health.ok) {
      health = { ...health, refused: health.refused + 1 };
      return;
    }
    health = { ok: false, since: failedAt, cause: textOf(error), refused: 1 };
    for (const listener of listeners) listener({ health, error });
  }

  function noteSuccess(): void {
    if (health.ok || now() - failedAt < settleMs) return;
    const former = health;
    health = { ok: true };
    for (const listener of listeners) listener({ health, former });
  }

  async function run<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      // One monitored write inside another: it is noted already.
      if (error instanceof CannotWrite || !isFailure(error)) throw error;
      noteFailure(error);
      const { message, retryAfter } = refusal(error);
      throw new CannotWrite(message, retryAfter, error);
    }
  }

  return {
    health: () => health,
    run,
    async probe() {
      await run(probe);
      noteSuccess();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
