import { expect, test } from 'vitest';
import type { Writer } from '#server/platform/database/database';
import { removedFileName, removedWords } from '#server/platform/database/personal-tables';
import {
  buildAdministrator,
  buildMark,
  buildRecord,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestContext } from '#support/test-app';

/** Rows that never change let the words of somebody who is being anonymised go: exactly that, and nothing else. */

/** What each of these tables lets go, and what stands there afterwards. */
const erasures: Record<string, Record<string, unknown>> = {
  submissions: {
    links: '',
    comments: removedWords,
    file_name: removedFileName,
    idempotency_key: null,
    upload_id: null,
    erased_at: 5,
  },
  former_selections: { reason: removedWords },
  extensions: { reason: removedWords },
  second_looks: { reason: removedWords },
  second_look_answers: { answer: removedWords },
  recorded_mark_reviews: { reason: removedWords, answer: removedWords },
};

async function makeRows() {
  const { context } = await makeTestContext();
  const { id: account_id } = await buildStudent(context);
  const { id: other } = await buildStudent(context);
  const { id: actor } = await buildAdministrator(context);
  const { id: submission_id } = await buildSubmission(context, {
    account_id,
    comments: 'Words',
    idempotency_key: 'key',
    upload_id: 'upload',
    due_at: 1,
    file_id: 'f',
    file_name: 'mine.txt',
    file_bytes: 1,
    file_sha256: 'a'.repeat(64),
  });
  await buildMark(context, { submission_id });
  const selection = await buildSelection(context, { account_id });
  const record = await buildRecord(context, { account_id });
  const { database } = context;
  await database.transaction(async (w) => {
    const { id: selection_id, project_id, started_at } = selection;
    const ending = { ended_at: 3, ended_as: 'undone', reason: 'Words', ended_by: actor } as const;
    await w
      .insertInto('former_selections')
      .values({ selection_id, account_id, project_id, started_at, chosen_at: 2, ...ending })
      .execute();
    const granting = { reason: 'Words', granted_by: actor, granted_at: 2 };
    await w
      .insertInto('extensions')
      .values({
        account_id,
        task: 'viva',
        due_at: 2,
        due_before: 1,
        outage_from: 1,
        outage_to: 2,
        ...granting,
      })
      .execute();
    const look = { submission_id, account_id, task: 'week-1', reason: 'Words', asked_at: 1 } as const;
    await w.insertInto('second_looks').values(look).execute();
    const answer = { submission_id, answer: 'Words', answered_by: actor, answered_at: 1 };
    await w.insertInto('second_look_answers').values(answer).execute();
    const { submission_id: _, ...answered } = answer;
    const review = {
      record_id: record.id,
      account_id,
      task: 'week-1',
      reason: 'Words',
      asked_at: 1,
    } as const;
    await w
      .insertInto('recorded_mark_reviews')
      .values({ ...review, ...answered, marks: 0, marked_by: actor })
      .execute();
  });
  const begin = (w: Writer, account = account_id) =>
    w
      .insertInto('anonymisations')
      .values({
        account_id: account,
        at: 1,
        reason: 'Asked.',
        signed_up_at: 1,
        salt: 's',
        addresses: '[]',
        is_running: 1,
      })
      .execute();
  return { context, database, account_id, other, begin };
}

const change = (w: Writer, table: string, values: object) =>
  w
    .updateTable(table as 'submissions')
    .set(values)
    .execute();

/** Another value than the one that stands there. */
const another = (value: unknown): unknown =>
  typeof value === 'string' ? `${value}x` : typeof value === 'number' ? value + 1 : 7;

test.each(Object.entries(erasures))(
  '%s: while the act runs words go, and nothing else changes',
  async (table, erased) => {
    const { database, other, begin } = await makeRows();
    const row = (await database.reader
      .selectFrom(table as 'submissions')
      .selectAll()
      .executeTakeFirstOrThrow()) as Record<string, unknown>;
    const refused = async (what: string, run: (w: Writer) => Promise<unknown>) =>
      // PostgreSQL itself refuses another id.
      expect(database.transaction(run), `${table}: ${what}`).rejects.toThrow(
        /forbidden|can only be updated to DEFAULT/,
      );

    await refused('outside of the act', (w) => change(w, table, erased));
    await refused("in somebody else's", async (w) => {
      await begin(w, other);
      await change(w, table, erased);
    });
    await refused('after its end', async (w) => {
      await begin(w);
      await w.updateTable('anonymisations').set({ is_running: 0 }).execute();
      await change(w, table, erased);
    });
    await refused('a removal', async (w) => {
      await begin(w);
      await w.deleteFrom(table as 'submissions').execute();
    });
    // One column after the other: with what is erased beside it, and alone.
    for (const [column, value] of Object.entries(row)) {
      // When the words went may be any instant.
      const to = column === 'erased_at' ? null : another(column in erased ? erased[column] : value);
      await refused(column, async (w) => {
        await begin(w);
        await change(w, table, { ...erased, [column]: to });
      });
    }
    await database.transaction(async (w) => {
      await begin(w);
      await change(w, table, erased);
    });
    expect(
      await database.reader
        .selectFrom(table as 'submissions')
        .selectAll()
        .executeTakeFirst(),
    ).toEqual({
      ...row,
      ...erased,
    });
  },
);

test('an anonymised account gets no name, address or password again; what is known of the act stays', async () => {
  const { database, account_id, begin } = await makeRows();
  await database.transaction(async (w) => {
    await begin(w);
    await w
      .updateTable('accounts')
      .set({ email: 'removed@removed.invalid', name: 'Anonymised person', anonymised_at: 5 })
      .where('id', '=', account_id)
      .execute();
    await w.updateTable('anonymisations').set({ is_running: 0 }).execute();
  });
  const refused = (run: (w: Writer) => Promise<unknown>) =>
    expect(database.transaction(run)).rejects.toThrow(/forbidden/);
  for (const values of [
    { email: 'asha@example.test' },
    { name: 'Asha' },
    { phone: '9999999999' },
    { password_hash: 'x' },
    { typed_batch: 'x' },
    { former_emails: '["asha@example.test"]' },
    { exit_score: 1 },
    { grade: 'A' },
    { anonymised_at: null },
  ])
    await refused((w) => w.updateTable('accounts').set(values).where('id', '=', account_id).execute());
  await database.transaction((w) =>
    w.updateTable('accounts').set({ batch_id: null }).where('id', '=', account_id).execute(),
  );
  for (const values of [
    { at: 9 },
    { reason: 'Else.' },
    { signed_up_at: 9 },
    { salt: 'x' },
    { addresses: '["x"]' },
  ])
    await refused((w) => w.updateTable('anonymisations').set(values).execute());
  await refused((w) => w.deleteFrom('anonymisations').execute());
});
