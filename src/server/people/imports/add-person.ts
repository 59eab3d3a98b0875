import { sql } from 'kysely';
import { isSame } from '#contract/began';
import { importFields, type ImportField, type RowState } from '#contract/people/import-fields';
import { addPerson } from '#contract/people/import-calls';
import { forgetImportedFields, writeProfile } from '../../accounts/imported-profiles.ts';
import { lockPeople } from '../../accounts/people-queries.ts';
import { administrator } from '../../accounts/policy.ts';
import { accountIdOf } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { pick } from '../../platform/import-files/plan.ts';
import { readRow } from '../sheets/row-fields.ts';
import { applyImport } from './run-import.ts';
import { listRows } from './list-rows.ts';
import { asTyped, knownPerson } from './known-person.ts';
import { beginImport } from './queries.ts';
import { judgeStaged, stagedRow } from './stage-people.ts';

/** As typed; empty is unknown and changes nothing. */
type TypedPerson = { email: string } & { [Field in ImportField]?: string | undefined };

const fields = importFields.filter((field) => field !== 'email');

const results = ['new', 'changed', 'unchanged'] as const satisfies RowState[];

/**
 * Imports one person as a spreadsheet of one row, whose rows are removed again.
 * @throws 400 with each field's error
 */
export async function importTyped(
  writer: Writer,
  person: TypedPerson,
  { engine, actorId, now }: { engine: EngineName; actorId: number; now: number },
): Promise<(typeof results)[number]> {
  const typed = importFields.map((field) => person[field] ?? '');
  const row = stagedRow(typed, importFields);
  const importId = await beginImport(writer, { fileName: row.email, rows: 1, madeBy: actorId, now });
  await writer
    .insertInto('intake_people')
    .values({ intake_id: importId, line: 1, ...row })
    .execute();
  await judgeStaged(writer, { engine, importId });
  const page = { state: undefined, after: 0 };
  const { rows } = await listRows(writer, { id: importId, columns: JSON.stringify(importFields) }, page);
  const wrong = (rows[0]?.cells ?? []).flatMap(({ field: name, fault }) =>
    fault === null ? [] : [{ name, message: fault }],
  );
  if (wrong[0] !== undefined) throw httpErrors.invalidFields(wrong[0].message, wrong);
  await applyImport(writer, { engine, importId, actorId, now, isTyped: true });
  const accountId = await accountIdOf(writer, row.email);
  if (accountId !== null) announce(writer, `account:${accountId}`);
  await writer.deleteFrom('intake_people').where('intake_id', '=', importId).execute();
  await writer.deleteFrom('intakes').where('id', '=', importId).execute();
  return results.find((result) => result === rows[0]?.state) ?? 'unchanged';
}

const changedMeanwhile =
  'Other details are already stored about this email. Compare them before you save. Nothing is saved yet.';

const ownWords = 'This student has an account. Correct the name and the phone on the page of this student.';
const placedWords = 'A student with an account cannot be without a batch. Choose another batch.';

/** What neither an import nor this form changes. */
function refuseOfAccount(
  { batch }: TypedPerson,
  changed: readonly ImportField[],
  { accountId, isConfirmed }: { accountId: number | null; isConfirmed: boolean },
): void {
  if (accountId === null) return;
  const messages: Partial<Record<ImportField, string>> = {
    name: ownWords,
    phone: ownWords,
    ...(batch === '' && isConfirmed && { batch: placedWords }),
  };
  const wrong = changed.flatMap((name) => {
    const message = messages[name];
    return message === undefined ? [] : [{ name, message }];
  });
  if (wrong[0] !== undefined) throw httpErrors.invalidFields(wrong[0].message, wrong);
}

/** By the rules of an import; a form with `began` is compared with what is stored, and empties what it shows empty. */
export const addPersonCall = act(addPerson, {
  who: administrator,
  key: {
    kind: 'intake',
    content: ({ body }) => ['person', ...importFields.map((field) => body[field] ?? '')],
  },
  changes: {
    async stored(writer, { context, body }) {
      const { email } = readRow([body.email], ['email']);
      const isCompared = body.began !== undefined;
      if (isCompared)
        await lockPeople(
          writer,
          context.database.engine,
          writer.selectNoFrom(sql<string>`cast(${email} as text)`.as('email')),
        );
      const { known, ...of } = await knownPerson(writer, email);
      const { email: _, ...stored } = asTyped(known, body);
      // Before the comparison, which would offer to save them.
      const typed = Object.keys(body.began ?? {}) as ImportField[];
      refuseOfAccount(
        body,
        typed.filter((field) => field !== 'email' && !isSame(body[field], stored[field])),
        of,
      );
      return { ...stored, known, of, isCompared };
    },
    message: changedMeanwhile,
    current: (_writer, _request, { known }) => known,
  },
  // With the key is stored which result it was.
  async run(writer, { context, resource: { accountId: actorId }, body, stored, now }) {
    const { engine } = context.database;
    const by = { engine, actorId, now };
    if (!stored.isCompared) return { id: results.indexOf(await importTyped(writer, body, by)) };
    const changed = fields.filter(
      (field) => body[field] !== undefined && !isSame(body[field], stored[field]),
    );
    const removed = changed.filter((field) => body[field]?.trim() === '');
    const typed = pick(body, ['email', ...changed.filter((field) => !removed.includes(field))]);
    const result = await importTyped(writer, typed as TypedPerson, by);
    if (removed.length === 0) return { id: results.indexOf(result) };
    const { email } = stored.known;
    const nothing = Object.fromEntries(removed.map((field) => [field, null]));
    await forgetImportedFields(writer, email, removed);
    const { accountId, isConfirmed } = stored.of;
    if (accountId !== null && isConfirmed) await writeProfile(writer, accountId, nothing);
    return {
      id: results.indexOf('changed'),
      audit: {
        act: 'import-person',
        subject: email,
        aboutId: accountId,
        before: pick(stored.known, removed),
        after: nothing,
      },
    };
  },
  async answer(reader, { body }, id) {
    const { email: s_id } = readRow([body.email], ['email']);
    const has_account = (await accountIdOf(reader, s_id)) !== null;
    return { s_id, result: results[id] ?? 'unchanged', has_account };
  },
});
