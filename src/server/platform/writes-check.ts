import type { ReadinessCheck } from './readiness.ts';
import type { WriteMonitor } from './write-monitor.ts';

/** Fails from the first failed write until a probe succeeds. */
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
