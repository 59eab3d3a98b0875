import { sql } from 'kysely';
import * as calls from '#contract/people/import-calls';
import { numberToType } from '#contract/people/import-fields';
import { lockPeople, applyPeople } from '../../accounts/people-queries.ts';
import { administrator } from '../../accounts/policy.ts';
import { act } from '../../accounts/sessions/act.ts';
import { recordAuditBacklog } from '../../audit/audit-backlog.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { jsonObject, allowBulkJoins } from '../../platform/database/rows-at-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { unlistLater } from '../expected/unlist-accounts.ts';
import { comparedPeople, knownOfRow, stateAmongPeople } from './compare-people.ts';
import { importDetails, importWith } from './read-import.ts';

const isAre = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** `actorId`: null for the operator. `isTyped`: one person by hand, whose spreadsheet goes again. */
export type Import = {
  engine: EngineName;
  importId: number;
  actorId: number | null;
  now: number;
  isTyped?: boolean;
};

/** Rows never change, so people did. @returns how many, and the first one */
async function findOvertaken(writer: Writer, { engine, importId }: Import) {
  const overtaken = comparedPeople(writer, importId).where(
    sql<boolean>`(person.state is distinct from ${stateAmongPeople}
        or (person.state = 'changed' and person.known is distinct from ${knownOfRow(engine)}))`,
  );
  const { count } = await overtaken
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const first = await overtaken
    .select(['person.line', 'person.email'])
    .orderBy('person.line')
    .limit(1)
    .executeTakeFirst();
  return first && { ...first, more: Number(count) - 1 };
}

function changingPeople(writer: Writer, importId: number) {
  return comparedPeople(writer, importId).where('person.state', 'in', ['new', 'changed']);
}

const known = ['exit_score', 'grade'] as const;

/** An audit event per changed person. */
async function recordPeople(writer: Writer, { engine, importId, actorId, now }: Import): Promise<void> {
  const before = (column: 'batch_id' | (typeof known)[number]) => {
    const [account, imported] = [sql.ref(`account.${column}`), sql.ref(`imported.${column}`)];
    return sql`case when account.confirmed_at is not null then ${account} else ${imported} end`;
  };
  const after = (column: (typeof known)[number]) =>
    sql`coalesce(${sql.ref(`person.${column}`)}, ${before(column)})`;
  const people = changingPeople(writer, importId)
    .leftJoin(batchesAs('was'), (join) => join.on(sql<boolean>`was.id = ${before('batch_id')}`))
    .select((of) => [
      'person.email as subject',
      'account.id as about_id',
      of
        .case()
        .when('person.state', '=', 'changed')
        .then(
          jsonObject(engine, {
            batch: sql`was.name`,
            exit_score: before('exit_score'),
            grade: before('grade'),
          }),
        )
        .end()
        .as('before'),
      jsonObject(engine, {
        batch: sql`coalesce(batch.name, was.name)`,
        exit_score: after('exit_score'),
        grade: after('grade'),
      }).as('after'),
    ]);
  await recordAuditBacklog(writer, { engine, at: now, actorId, act: 'import-person' }, people);
}

/**
 * A few statements for all rows. Locks and compares again first. @throws 409 if effects changed since the dry
 * run
 */
export async function applyImport(writer: Writer, run: Import): Promise<void> {
  const staged = writer
    .selectFrom('intake_people as person')
    .where('person.intake_id', '=', run.importId)
    .where('person.state', 'in', ['new', 'changed']);
  const addresses = await lockPeople(writer, run.engine, staged.select('person.email'));
  await refuseOvertaken(writer, run);
  await recordPeople(writer, run);
  await applyPeople(
    writer,
    // They need only the batch's id.
    staged
      .leftJoin(batchesAs('batch'), 'batch.name_key', 'person.batch_key')
      .select(['person.email', 'person.name', 'person.phone', 'batch.id as batch_id'])
      .select(['person.exit_score', 'person.grade']),
    addresses,
    { now: run.now, importId: run.isTyped === true ? null : run.importId },
  );
  if (addresses.fresh > 0) await unlistLater(writer, run);
}

/** @throws 409 if effects changed since the dry run */
async function refuseOvertaken(writer: Writer, run: Import): Promise<void> {
  const overtaken = await findOvertaken(writer, run);
  if (overtaken === undefined) return;
  const { line, email, more } = overtaken;
  const others = more === 0 ? '' : ` and ${isAre(more, 'more row', 'more rows')}`;
  throw httpErrors.conflict(
    `People have changed since the preview: row ${line}, ${email}${others}. Nothing was imported. Check the new preview and try again.`,
  );
}

/** All or nothing. @throws 400 with wrong rows, and without the number where it is needed; 409 if imported or unchecked */
export const runImport = act(calls.runImport, {
  who: administrator,
  key: { kind: 'intake', content: ({ params, body: { changes } }) => [parseId(params.id), changes] },
  audit: 'import-people',
  async run(writer, { context, resource: { accountId: actorId }, params, body, now }) {
    const { id: importId } = await importWith(writer, params.id);
    const peopleImport = await writer
      .updateTable('intakes')
      .set({ state: 'imported', imported_at: now })
      .where('id', '=', importId)
      .where('state', '=', 'checked')
      .returning([
        'file_name',
        'new_count',
        'changed_count',
        'unchanged_count',
        'wrong_count',
        'people_there',
        'check_key',
      ])
      .executeTakeFirst();
    if (peopleImport === undefined)
      throw httpErrors.conflict('This spreadsheet has already been imported, or is being checked.');
    if (body.check !== undefined && body.check !== peopleImport.check_key)
      throw httpErrors.conflict(
        'Someone has changed this spreadsheet since you opened the page. Nothing was imported. Load the page again and check the preview.',
      );
    if (peopleImport.wrong_count > 0)
      throw httpErrors.badRequest(
        `${isAre(peopleImport.wrong_count, 'row is', 'rows are')} wrong. Correct the spreadsheet and upload it again.`,
      );
    const { changed_count: changed, people_there: there } = peopleImport;
    const asked = numberToType({ changed, there });
    if (asked !== null && body.changes !== asked)
      throw httpErrors.badRequest(
        `This changes ${changed.toLocaleString('en')} of ${isAre(there, 'person', 'people')}. Enter ${asked} to continue.`,
      );
    const { engine } = context.database;
    await allowBulkJoins(writer, engine);
    await applyImport(writer, { engine, importId, actorId, now });
    const after = { new: peopleImport.new_count, changed, unchanged: peopleImport.unchanged_count };
    return { id: importId, audit: { subject: peopleImport.file_name, after } };
  },
  answer: (reader, { params }) => importDetails(reader, params.id),
});
