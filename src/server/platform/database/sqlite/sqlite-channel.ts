import type BetterSqlite from 'better-sqlite3';
import type { Channel, ChannelEars } from '../channel.ts';

const pollMs = 1_000;

/**
 * Hears from other processes on the same file, such as the operator's commands. SQLite sends no messages, but it knows
 * whether another connection has committed (`data_version`): a look at the log's header in shared memory. Which topics
 * have changed stays unknown.
 * @param writing the connection that writes: what it commits itself does not count
 */
export function openSqliteChannel(writing: BetterSqlite.Database, { hearAnything }: ChannelEars): Channel {
  const read = (): unknown => writing.pragma('data_version', { simple: true });
  let version = read();
  const timer = setInterval(() => {
    let found: unknown;
    try {
      found = read();
    } catch {
      // Locked, or closed by now: whoever works with the database says so.
      return;
    }
    if (found === version) return;
    version = found;
    hearAnything();
  }, pollMs).unref();
  return { send() {}, close: async () => clearInterval(timer) };
}
