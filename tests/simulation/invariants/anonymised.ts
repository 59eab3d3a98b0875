import { sql } from 'kysely';
import type { World } from '../world.ts';
import { readerOf, type Invariant } from './invariant.ts';

/** What goes by itself: with the next verified backup, and the text of mails to others after 90 days. */
const goesByItself = new Set(['journal', 'journal_changes', 'outbox']);

async function textsOf(world: World): Promise<Map<string, string>> {
  const reader = readerOf(world);
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(reader);
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    if (goesByItself.has(name)) continue;
    const { rows } = await sql.raw(`select * from "${name}"`).execute(reader);
    texts.set(name, JSON.stringify(rows));
  }
  return texts;
}

/** Requests that were under way may write for two hours more; then the job that erases their words has ended. */
async function wordsOfAnonymisedAreGone(world: World): Promise<string[]> {
  const jobs = await readerOf(world)
    .selectFrom('jobs')
    .where('kind', '=', 'finish-anonymisation')
    .select('payload')
    .execute();
  const underWay = new Set(jobs.map(({ payload }) => (JSON.parse(payload) as { account: number }).account));
  const gone = new Set(world.ledger.of('student', 'anonymised').filter(({ id }) => !underWay.has(id)));
  const words = world.ledger.words.filter(({ by }) => by !== null && gone.has(by));
  if (words.length === 0) return [];
  const wrong: string[] = [];
  for (const [table, text] of await textsOf(world)) {
    const found = new Set(text.match(/w\d{5}q/g));
    for (const { word, what } of words)
      if (found.has(word)) wrong.push(`${table} still has ${what} (${word})`);
  }
  return wrong;
}

export const anonymisedInvariants: Invariant[] = [
  { name: 'nothing that an anonymised person typed stays', isCostly: true, check: wordsOfAnonymisedAreGone },
];
