import type { World } from './world.ts';
import type { Entry, Outcome } from './ledger.ts';

/** Rows that acts of an order have made, oldest first: what they say, and the server's time of each. */
type Found = { text: string; subject: string; at: number };

async function questions({ database, ids }: World): Promise<Found[]> {
  const rows = await database.reader
    .selectFrom('questions')
    .where('author_id', '=', ids.student)
    .orderBy('id')
    .select(['text', 'created_at'])
    .execute();
  return rows.map(({ text, created_at }) => ({ text, subject: 'forum', at: created_at }));
}

async function comments({ database, ids }: World): Promise<Found[]> {
  const rows = await database.reader
    .selectFrom('comments')
    .where('author_id', '=', ids.student)
    .orderBy('id')
    .select(['text', 'question_id', 'created_at'])
    .execute();
  return rows.map(({ text, question_id, created_at }) => ({
    text,
    subject: String(question_id),
    at: created_at,
  }));
}

async function handIns({ database, ids }: World): Promise<Found[]> {
  const rows = await database.reader
    .selectFrom('submissions')
    .where('account_id', '=', ids.student)
    .orderBy('id')
    .select(['comments', 'task', 'submitted_at'])
    .execute();
  return rows.map((row) => ({ text: row.comments, subject: row.task, at: row.submitted_at }));
}

/** Every change of a mark is a line of the audit log. */
async function marks({ database, ids }: World): Promise<Found[]> {
  const rows = await database.reader
    .selectFrom('audit_log')
    .where('actor_id', '=', ids.mentor)
    .where('act', '=', 'mark-submission')
    .orderBy('id')
    .select(['subject', 'after', 'at'])
    .execute();
  return rows.map(({ subject, after, at }) => ({
    text: (JSON.parse(after ?? '{}') as { comments?: string }).comments ?? '',
    subject,
    at,
  }));
}

const readers = { ask: questions, comment: comments, 'hand in': handIns, mark: marks };
type Counted = keyof typeof readers;

/** Acts that go one after the other: a hand-in, which may be long on its way, holds up no comment. */
const lanes: readonly (readonly Counted[])[] = [['hand in'], ['ask', 'comment'], ['mark']];

/** What became of acts of which each leaves a row of its own. */
async function judgeCounted(world: World, entries: readonly Entry[]): Promise<Map<Entry, Outcome>> {
  const outcomes = new Map<Entry, Outcome>();
  for (const lane of lanes) {
    const pressed = entries.filter(({ act }) => lane.includes(act as Counted));
    if (pressed.length === 0) continue;
    const found = new Map<string, Found[]>();
    for (const act of lane) found.set(act, await readers[act](world));
    let last = { at: 0, place: new Map<string, number>() };
    for (const entry of pressed) {
      const rows = found.get(entry.act) ?? [];
      const own = rows.filter(({ text, subject }) => text === entry.text && subject === entry.subject);
      const [row] = own;
      if (row === undefined) {
        outcomes.set(entry, entry.isKept ? 'lost' : 'not kept, and gone');
        continue;
      }
      const place = rows.indexOf(row);
      const isLate = row.at >= last.at && place >= (last.place.get(entry.act) ?? 0);
      outcomes.set(entry, own.length > 1 ? 'doubled' : isLate ? 'once' : 'out of order');
      last = { at: row.at, place: new Map([...last.place, [entry.act, place]]) };
    }
  }
  return outcomes;
}

/**
 * What became of acts that set something: the last one that is known to be kept, or a later one, is what stands there. That
 * none was made twice is told by the keys, of which each edit has one.
 */
function judgeSetting(
  entries: readonly Entry[],
  valueOf: (entry: Entry) => unknown,
  stored: unknown,
): Map<Entry, Outcome> {
  const lastKept = entries.findLastIndex(({ isKept }) => isKept);
  const possible = entries.slice(Math.max(lastKept, 0)).map(valueOf);
  const isRight = lastKept === -1 || possible.includes(stored);
  return new Map(
    entries.map((entry, at) => [entry, at === lastKept && !isRight ? 'another value' : 'once'] as const),
  );
}

async function judgeEdits({ database, ids }: World, entries: readonly Entry[], since: number) {
  const [first] = entries;
  if (first === undefined) return new Map<Entry, Outcome>();
  const { text } = await database.reader
    .selectFrom('questions')
    .where('id', '=', Number(first.subject))
    .select('text')
    .executeTakeFirstOrThrow();
  const outcomes = judgeSetting(entries, (entry) => entry.text, text);
  const keys = await database.reader
    .selectFrom('idempotency_keys')
    .where('account_id', '=', ids.student)
    .where('kind', '=', 'question-edit')
    .where('created_at', '>=', since)
    .select('made_id')
    .execute();
  if (keys.length > entries.length) outcomes.set(first, 'doubled');
  return outcomes;
}

async function judgeFavorites({ database, ids }: World, entries: readonly Entry[]) {
  const [first] = entries;
  if (first === undefined) return new Map<Entry, Outcome>();
  const row = await database.reader
    .selectFrom('question_favorites')
    .where('account_id', '=', ids.student)
    .where('question_id', '=', Number(first.subject))
    .select('question_id')
    .executeTakeFirst();
  return judgeSetting(entries, (entry) => entry.wanted, row !== undefined);
}

/**
 * Compares what was pressed in an order with the rows.
 * @param since when the order began, in milliseconds since 1970
 */
export async function judge(
  world: World,
  entries: readonly Entry[],
  since: number,
): Promise<Map<Entry, Outcome>> {
  const of = (act: Entry['act']) => entries.filter((entry) => entry.act === act);
  return new Map([
    ...(await judgeCounted(world, entries)),
    ...(await judgeEdits(world, of('edit'), since)),
    ...(await judgeFavorites(world, of('favourite'))),
  ]);
}

/** Whether a kept act has arrived: looked at while it may still be on its way. */
export async function hasArrived(world: World, entry: Entry, since: number): Promise<boolean> {
  const outcomes = await judge(world, [{ ...entry, isKept: true }], since);
  // Of edits the keys of the whole order are counted, which are more than one act's.
  return [...outcomes.values()].every((outcome) => outcome === 'once' || outcome === 'doubled');
}
