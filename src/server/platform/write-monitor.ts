import { HttpError } from './http/http-errors.ts';

type WriteHealth =
  | { ok: true }
  | {
      ok: false;
      /** Milliseconds since 1970 UTC. */
      since: number;
      cause: string;
      /** How many writes failed. */
      refused: number;
    };

/** 503 with `Retry-After`. */
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
  /** @throws CannotWrite for a failure of the store; other errors unchanged */
  run<T>(write: () => Promise<T>): Promise<T>;
  /** Marks the store healthy again. @throws what `run` throws */
  probe(): Promise<void>;
  onChange(listener: (change: HealthChange) => void): void;
};

/** Milliseconds without a failure until a probe counts: a small write may succeed while larger ones fail. */
const settleMs = 4_000;

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `${String(error.code)}: ${error.message}` : error.message;
}

/**
 * @param options.isFailure whether the store cannot write
 * @param options.refusal the message for the user
 * @param options.probe a small write
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
      // The nested write has recorded it.
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
