import { intakeFields, type IntakeField, type RowState } from '#contract/people/intake-fields';
import { addPerson } from '#contract/people/intake-calls';
import { administrator } from '../../accounts/policy.ts';
import { accountIdOf } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { readRow } from '../sheets/row-fields.ts';
import { applyIntake } from './import-intake.ts';
import { listRows } from './list-rows.ts';
import { beginIntake } from './queries.ts';
import { judgeStaged, stagedRow } from './stage-people.ts';

/** As typed; empty is unknown and changes nothing. */
type TypedPerson = { email: string } & { [Field in IntakeField]?: string | undefined };

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
  const typed = intakeFields.map((field) => person[field] ?? '');
  const row = stagedRow(typed, intakeFields);
  const intakeId = await beginIntake(writer, { fileName: row.email, rows: 1, madeBy: actorId, now });
  await writer
    .insertInto('intake_people')
    .values({ intake_id: intakeId, line: 1, ...row })
    .execute();
  await judgeStaged(writer, { engine, intakeId });
  const page = { state: undefined, after: 0 };
  const { rows } = await listRows(writer, { id: intakeId, columns: JSON.stringify(intakeFields) }, page);
  const wrong = (rows[0]?.cells ?? []).flatMap(({ field: name, fault }) =>
    fault === null ? [] : [{ name, message: fault }],
  );
  if (wrong[0] !== undefined) throw httpErrors.invalidFields(wrong[0].message, wrong);
  await applyIntake(writer, { engine, intakeId, actorId, now, isTyped: true });
  const accountId = await accountIdOf(writer, row.email);
  if (accountId !== null) announce(writer, `account:${accountId}`);
  await writer.deleteFrom('intake_people').where('intake_id', '=', intakeId).execute();
  await writer.deleteFrom('intakes').where('id', '=', intakeId).execute();
  return results.find((result) => result === rows[0]?.state) ?? 'unchanged';
}

/** By the rules of an import. */
export const addPersonCall = act(addPerson, {
  who: administrator,
  key: {
    kind: 'intake',
    content: ({ body }) => ['person', ...intakeFields.map((field) => body[field] ?? '')],
  },
  // With the key is stored which result it was.
  async run(writer, { context, resource: { accountId: actorId }, body, now }) {
    const { engine } = context.database;
    return { id: results.indexOf(await importTyped(writer, body, { engine, actorId, now })) };
  },
  async answer(reader, { body }, id) {
    const { email: s_id } = readRow([body.email], ['email']);
    const has_account = (await accountIdOf(reader, s_id)) !== null;
    return { s_id, result: results[id] ?? 'unchanged', has_account };
  },
});
