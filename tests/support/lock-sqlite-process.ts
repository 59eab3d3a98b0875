import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';

/** A process that holds a SQLite file's exclusive lock for some milliseconds, and says so once it has it. */
const [file, milliseconds] = process.argv.slice(2) as [string, string];

const database = new BetterSqlite(file);
database.exec('begin exclusive; create table other (id integer)');
process.stdout.write('locked\n');
await sleep(Number(milliseconds));
database.exec('rollback');
database.close();
