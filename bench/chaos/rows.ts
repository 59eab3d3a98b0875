import type { World } from './world.ts';
import type { Action, Entry, Outcome } from './plan.ts';

/** A row that an action has made: what it says, and the server's time. */
type Found = { text: string; subject: string | number; at: number };

/** The rows of each kind of action, oldest first. */
const readers = {
  async ask({ database, ids }: World): Promise<Found[]> {
    const query = database.reader.selectFrom('questions').where('author_id', '=', ids.student).orderBy('id');
    const rows = await query.select(['text', 'created_at as at']).execute();
    return rows.map((row) => ({ ...row, subject: 'forum' }));
  },
  comment({ database, ids }: World): Promise<Found[]> {
    const query = database.reader.selectFrom('comments').where('author_id', '=', ids.student).orderBy('id');
    return query.select(['text', 'question_id as subject', 'created_at as at']).execute();
  },
  submit({ database, ids }: World): Promise<Found[]> {
    const query = database.reader.selectFrom('submissions').where('account_id', '=', ids.student);
    return query
      .orderBy('id')
      .select(['comments as text', 'task as subject', 'submitted_at as at'])
      .execute();
  },
  /** Every change of a mark is a line of the audit log. */
  async mark({ database, ids }: World): Promise<Found[]> {
    const rows = await database.reader
      .selectFrom('audit_log')
      .where('actor_id', '=', ids.mentor)
      .where('act', '=', 'mark-submission')
      .orderBy('id')
      .select(['subject', 'after', 'at'])
      .execute();
    return rows.map(({ subject, after, at }) => {
      const { comments = '' } = JSON.parse(after ?? '{}') as { comments?: string };
      return { text: comments, subject, at };
    });
  },
};
type Counted = keyof typeof readers;

/** Actions that go one after the other: a submission, which may be long under way, holds up no comment. */
const lanes: readonly (readonly Counted[])[] = [['submit'], ['ask', 'comment'], ['mark']];

/** Judges actions of which each leaves a row of its own. */
async function judgeCounted(world: World, entries: readonly Entry[]): Promise<Map<Entry, Outcome>> {
  const judged = new Map<Entry, Outcome>();
  for (const lane of lanes) {
    const own = entries.filter(({ action }) => lane.includes(action as Counted));
    if (own.length === 0) continue;
    const found = new Map<string, Found[]>();
    for (const action of lane) found.set(action, await readers[action](world));
    const last = { at: 0, place: new Map<string, number>() };
    for (const entry of own) {
      const rows = found.get(entry.action) ?? [];
      const matches = rows.filter(
        ({ text, subject }) => text === entry.text && String(subject) === entry.subject,
      );
      const [row] = matches;
      if (row === undefined) {
        judged.set(entry, entry.isSaved ? 'lost' : 'not saved, and gone');
        continue;
      }
      const place = rows.indexOf(row);
      const isInOrder = row.at >= last.at && place >= (last.place.get(entry.action) ?? 0);
      judged.set(entry, matches.length > 1 ? 'doubled' : isInOrder ? 'once' : 'out of order');
      last.at = row.at;
      last.place.set(entry.action, place);
    }
  }
  return judged;
}

/**
 * Judges actions that set something: the last one that is known to be saved, or a later one, is the stored value. Keys, of
 * which each edit has one, tell that none was made twice.
 */
function judgeSetting(
  entries: readonly Entry[],
  valueOf: (entry: Entry) => unknown,
  stored: unknown,
): Map<Entry, Outcome> {
  const lastSaved = entries.findLastIndex(({ isSaved }) => isSaved);
  const isRight = lastSaved === -1 || entries.slice(lastSaved).map(valueOf).includes(stored);
  return new Map(
    entries.map((entry, at) => [entry, at === lastSaved && !isRight ? 'another value' : 'once'] as const),
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
  const judged = judgeSetting(entries, (entry) => entry.text, text);
  const keys = await database.reader
    .selectFrom('idempotency_keys')
    .where('account_id', '=', ids.student)
    .where('kind', '=', 'question-edit')
    .where('created_at', '>=', since)
    .select('made_id')
    .execute();
  if (keys.length > entries.length) judged.set(first, 'doubled');
  return judged;
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
  const judged = judgeSetting(entries, (entry) => entry.isFavorite, row !== undefined);
  for (const entry of entries) if (entry.isSaidUnsaved) judged.set(entry, 'said unsaved');
  return judged;
}

/**
 * Compares the actions of an order with the rows.
 * @param since when the order began, in milliseconds since 1970
 */
export async function judge(
  world: World,
  entries: readonly Entry[],
  since: number,
): Promise<Map<Entry, Outcome>> {
  const of = (action: Action) => entries.filter((entry) => entry.action === action);
  return new Map([
    ...(await judgeCounted(world, entries)),
    ...(await judgeEdits(world, of('edit'), since)),
    ...(await judgeFavorites(world, of('favourite'))),
  ]);
}

/** Whether a saved action has arrived; it may still be under way. */
export async function hasArrived(world: World, entry: Entry, since: number): Promise<boolean> {
  const judged = await judge(world, [{ ...entry, isSaved: true }], since);
  // Of edits the keys of the whole order are counted, which are more than one action's.
  return [...judged.values()].every((outcome) => outcome === 'once' || outcome === 'doubled');
}
