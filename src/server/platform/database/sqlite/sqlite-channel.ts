import type BetterSqlite from 'better-sqlite3';
import type { Channel, ChannelEars } from '../engine.ts';

const pollMs = 1_000;

/**
 * Polls `data_version` (shared memory) for commits of other processes; topics stay unknown.
 * @param writing its own commits do not count
 */
export function openSqliteChannel(writing: BetterSqlite.Database, { hearAnything }: ChannelEars): Channel {
  const read = (): unknown => writing.pragma('data_version', { simple: true });
  let version = read();
  const timer = setInterval(() => {
    let found: unknown;
    try {
      found = read();
    } catch {
      // The next statement reports it.
      return;
    }
    if (found === version) return;
    version = found;
    hearAnything();
  }, pollMs).unref();
  return { send() {}, close: async () => clearInterval(timer) };
}
