import { sql } from 'kysely';
import { numberToType } from '#contract/people/intake-fields';
import { lockPeople, putPeopleInForce } from '../../accounts/staged-people.ts';
import { recordAct } from '../../audit/record-act.ts';
import { recordStagedActs } from '../../audit/record-staged-acts.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { jsonObject, allowBulkJoins } from '../../platform/database/bulk-queries.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { comparedPeople, knownOfRow, stateAmongPeople } from './compare-people.ts';

const isAre = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** An import that is under way: of which rows, by whom (null for the operator's commands), when, and on which engine. */
export type Import = { engine: EngineName; intakeId: number; actorId: number | null; now: number };

/**
 * How many rows an import would do something else with by now than the dry run said, or replace something else, which has found
 * none of them wrong: only the people can have changed since, the rows stay as they are.
 */
async function countOvertaken(writer: Writer, { engine, intakeId }: Import): Promise<number> {
  const { count } = await comparedPeople(writer, intakeId)
    .where(
      sql<boolean>`(person.state is distinct from ${stateAmongPeople}
        or (person.state = 'changed' and person.known is distinct from ${knownOfRow(engine)}))`,
    )
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Rows whose people an import changes, with what is known before and after. */
function changingPeople(writer: Writer, intakeId: number) {
  return comparedPeople(writer, intakeId).where('person.state', 'in', ['new', 'changed']);
}

const known = ['exit_score', 'grade'] as const;

/** Writes the line of each person whom an import changes, with what is known before and after. */
async function recordPeople(writer: Writer, { engine, intakeId, actorId, now }: Import): Promise<void> {
  const before = (column: 'batch_id' | (typeof known)[number]) => {
    const [account, imported] = [sql.ref(`account.${column}`), sql.ref(`imported.${column}`)];
    return sql`case when account.confirmed_at is not null then ${account} else ${imported} end`;
  };
  const after = (column: (typeof known)[number]) =>
    sql`coalesce(${sql.ref(`person.${column}`)}, ${before(column)})`;
  const people = changingPeople(writer, intakeId)
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
  await recordStagedActs(writer, { engine, at: now, actorId, act: 'import-person' }, people);
}

/**
 * Puts judged rows in force by a few statements: what waits beside addresses, accounts, and the lines of the audit log. What the
 * rows replace is locked first, and compared once more: nobody changes it in between.
 * @throws 409 where the rows come to something else than they were judged to
 */
export async function putIntakeInForce(writer: Writer, run: Import): Promise<void> {
  const staged = writer
    .selectFrom('intake_people as person')
    .where('person.intake_id', '=', run.intakeId)
    .where('person.state', 'in', ['new', 'changed']);
  const addresses = await lockPeople(writer, run.engine, staged.select('person.email'));
  await refuseOvertaken(writer, run);
  await recordPeople(writer, run);
  await putPeopleInForce(
    writer,
    // Nothing but the batch's id is to be found out: what is known of the addresses is the statements' own matter.
    staged
      .leftJoin(batchesAs('batch'), 'batch.name_key', 'person.batch_key')
      .select(['person.email', 'person.name', 'person.phone', 'batch.id as batch_id'])
      .select(['person.exit_score', 'person.grade']),
    addresses,
    run.now,
  );
}

/** @throws 409 where the rows come to something else than the dry run has shown */
async function refuseOvertaken(writer: Writer, run: Import): Promise<void> {
  const overtaken = await countOvertaken(writer, run);
  if (overtaken > 0)
    throw httpErrors.conflict(
      `The people have changed since the dry run: ${isAre(overtaken, 'row', 'rows')} would do something else now. Please try it again, and look at it once more.`,
    );
}

/**
 * Imports what a dry run has shown, all or nothing.
 * @param changes the number of people changed, as whoever imports has typed it
 * @param key the request's Idempotency-Key: a repetition imports nothing more
 * @throws 400 with rows that are wrong, and without the number where it is asked for; 409 where it was imported before, was not
 *   tried, or the people have changed since
 */
export async function importIntake(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { intakeId, actorId, changes }: { intakeId: number; actorId: number; changes: number | null },
  key: string | null = null,
): Promise<void> {
  const now = clock.now();
  await database.transaction((writer) =>
    makeOnce(
      writer,
      { accountId: actorId, kind: 'intake', key, content: [intakeId, changes], now },
      async () => {
        const intake = await writer
          .updateTable('intakes')
          .set({ state: 'imported', imported_at: now })
          .where('id', '=', intakeId)
          .where('state', '=', 'checked')
          .returning([
            'file_name',
            'new_count',
            'changed_count',
            'unchanged_count',
            'wrong_count',
            'people_there',
          ])
          .executeTakeFirst();
        if (intake === undefined)
          throw httpErrors.conflict('This spreadsheet was imported already, or is being tried just now.');
        if (intake.wrong_count > 0)
          throw httpErrors.badRequest(
            `${isAre(intake.wrong_count, 'row is', 'rows are')} wrong. Please correct the spreadsheet and pick it again: it is imported whole, or not at all.`,
          );
        const { changed_count: changed, people_there: there } = intake;
        const asked = numberToType({ changed, there });
        if (asked !== null && changes !== asked)
          throw httpErrors.badRequest(
            `This changes ${changed.toLocaleString('en')} of the ${isAre(there, 'person', 'people')} there. Please type ${asked} to go on.`,
          );
        await allowBulkJoins(writer, database.engine);
        await putIntakeInForce(writer, { engine: database.engine, intakeId, actorId, now });
        await recordAct(writer, {
          at: now,
          actorId,
          act: 'import-people',
          subject: intake.file_name,
          before: null,
          after: { new: intake.new_count, changed, unchanged: intake.unchanged_count },
        });
        return intakeId;
      },
    ),
  );
}
