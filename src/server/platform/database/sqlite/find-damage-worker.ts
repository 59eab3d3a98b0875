import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { isDamaged } from '../database-errors.ts';
import type { DamageDepth } from '../engine.ts';

/** By table: the thread can be terminated in between. */
function findDamage({ file, depth }: { file: string; depth: DamageDepth }): string | null {
  const check = depth === 'whole' ? 'integrity_check' : 'quick_check';
  const database = new BetterSqlite(file, { readonly: true, timeout: 30_000 });
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table'")
      .pluck()
      .all() as string[];
    for (const table of tables) {
      const [found] = database
        .prepare(`select ${check} from pragma_${check}(?)`)
        .pluck()
        .all(table) as string[];
      if (found !== undefined && found !== 'ok') return found.split('\n').slice(-1)[0] ?? found;
    }
    return null;
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return (error as Error).message;
  } finally {
    database.close();
  }
}

parentPort?.postMessage(findDamage(workerData as Parameters<typeof findDamage>[0]));
