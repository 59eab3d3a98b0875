import type { Settings } from '../settings.ts';
import type { Tracing } from './tracing.ts';

/** Loads what sends spans only where the settings ask for it. */
export async function openTracingIfWanted({ tracing }: Pick<Settings, 'tracing'>): Promise<Tracing | null> {
  if (tracing === null) return null;
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing(tracing);
}
