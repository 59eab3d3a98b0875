import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Writer } from '../platform/database/database.ts';

type Erased = {
  accountId: number;
  /** Replaces the address. */
  alias: string;
  /** Possible subjects of the person's lines: addresses, receipt numbers, question ids. */
  subjects: readonly string[];
  at: number;
};

/** Keeps numbers and booleans. */
function withoutWords(value: unknown): unknown {
  if (typeof value === 'string') return undefined;
  if (Array.isArray(value)) return value.map(withoutWords).filter((item) => item !== undefined);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, held]) => {
      const kept = withoutWords(held);
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}

function erased(text: string | null): string | null {
  if (text === null) return null;
  const kept = withoutWords(JSON.parse(text) as unknown);
  return kept === undefined ? null : JSON.stringify(kept);
}

/** Their subject is a question's id. */
const questionEvents = ['edit-question', 'delete-question', 'restore-question', 'post-comment'];

/** By account, or by subject for lines without `about_id`. */
async function linesOf(writer: Writer, { accountId, subjects }: Erased, afterId: number) {
  const questions = subjects.filter((subject) => /^\d+$/.test(subject));
  const named = subjects.filter((subject) => !questions.includes(subject));
  return writer
    .selectFrom('audit_log')
    .where((of) =>
      of.or([
        of('about_id', '=', accountId),
        of.and([of('about_id', 'is', null), of('actor_id', '=', accountId)]),
        of.and([of('about_id', 'is', null), of('subject', 'in', named)]),
        // PostgreSQL refuses an empty list.
        ...(questions.length === 0
          ? []
          : [
              of.and([
                of('about_id', 'is', null),
                of('subject', 'in', questions),
                of('act', 'in', questionEvents),
              ]),
            ]),
      ]),
    )
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(rowsAtOnce)
    .select(['id', 'about_id', 'subject', 'before', 'after'])
    .execute();
}

/**
 * Removes a person's words and address from the audit log, in the transaction that anonymises them. Actions,
 * times and numbers stay. Idempotent; the inserted row lets the triggers allow it.
 * @returns the number of changed lines
 */
export async function eraseFromAuditLog(writer: Writer, person: Erased): Promise<number> {
  const { accountId, alias, at } = person;
  const addresses = new Set(person.subjects.filter((subject) => subject.includes('@')));
  await writer.insertInto('audit_erasures').values({ account_id: accountId, at }).execute();
  let changed = 0;
  let lines: Awaited<ReturnType<typeof linesOf>>;
  let afterId = 0;
  do {
    lines = await linesOf(writer, person, afterId);
    for (const line of lines) {
      // The account may have left an address unconfirmed, which is not stored as its own.
      const isOwn = line.about_id === accountId && line.subject.includes('@');
      const next = {
        about_id: accountId,
        subject: isOwn || addresses.has(line.subject) ? alias : line.subject,
        before: erased(line.before),
        after: erased(line.after),
      };
      const isSame =
        next.about_id === line.about_id &&
        next.subject === line.subject &&
        next.before === line.before &&
        next.after === line.after;
      if (!isSame) {
        await writer.updateTable('audit_log').set(next).where('id', '=', line.id).execute();
        changed += 1;
      }
    }
    afterId = lines.at(-1)?.id ?? afterId;
  } while (lines.length === rowsAtOnce);
  return changed;
}
