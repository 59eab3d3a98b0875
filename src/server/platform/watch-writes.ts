import type { AppContext } from './context.ts';
import { loggable } from './http/error-handler.ts';
import type { WriteMonitor } from './write-monitor.ts';

/** In milliseconds. */
const probeMs = 2_000;
/** In milliseconds. */
const remindMs = 60_000;

/** Probes and logs, with a count every minute. */
export function watchWrites(context: Pick<AppContext, 'database' | 'files' | 'log'>): { stop(): void } {
  const stops = [
    watch(context, 'database', context.database.writes),
    watch(context, 'file store', context.files.writes),
  ];
  // Notices a deleted or replaced file without writes.
  const looking = setInterval(() => void context.database.requireInPlace().catch(() => {}), probeMs).unref();
  return {
    stop() {
      clearInterval(looking);
      stops.forEach((stop) => stop());
    },
  };
}

function watch(context: Pick<AppContext, 'log'>, store: string, writes: WriteMonitor): () => void {
  let probing: NodeJS.Timeout | undefined;
  let reminding: NodeJS.Timeout | undefined;
  let isStopped = false;

  function stop(): void {
    clearInterval(probing);
    clearInterval(reminding);
  }

  writes.onChange((change) => {
    stop();
    if (isStopped) return;
    if (change.health.ok) {
      const { since, refused } = (change as Extract<typeof change, { former: unknown }>).former;
      context.log.info({ store, since, refused }, `the ${store} can be written again`);
      return;
    }
    const { error } = change as Extract<typeof change, { error: unknown }>;
    context.log.error(
      { error: loggable(error), store },
      `the ${store} cannot be written: changes are refused, reads still work`,
    );
    let isProbing = false;
    const probe = async (): Promise<void> => {
      if (isProbing) return;
      isProbing = true;
      await writes.probe().catch(() => {});
      isProbing = false;
    };
    probing = setInterval(() => void probe(), probeMs).unref();
    reminding = setInterval(() => {
      const health = writes.health();
      if (!health.ok) context.log.error({ store, ...health }, `the ${store} still cannot be written`);
    }, remindMs).unref();
  });
  return () => {
    isStopped = true;
    stop();
  };
}
