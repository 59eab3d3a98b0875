import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, erasedText, isErasing, run, unchanged } from './statements.ts';

/** The first statement locks the row, so that the second sees every choice. */
const countSeats = (id: string): string =>
  `update projects set seats_taken = seats_taken where id = ${id} and seats is not null;
   update projects set seats_taken = (select count(*) from selections where project_id = ${id})
   where id = ${id} and seats is not null`;

/** A changed start keeps the seat. */
const isCorrected = `exists (select 1 from former_selections f where f.project_id = new.project_id
  and f.ended_as = 'corrected' and f.chosen_at = new.chosen_at
  and f.id = (select max(id) from former_selections where account_id = new.account_id))`;

/** Refuses excess choices however many come at once. */
function seatTriggers(ddl: EngineDdl) {
  const isFull = `exists (select 1 from projects p where p.id = new.project_id and p.seats_taken > p.seats)`;
  return [
    ...ddl.after(
      'selections',
      'insert',
      `${countSeats('new.project_id')};
       ${ddl.refuseWhere('no_seat_left', `${isFull} and not ${isCorrected}`)}`,
      'selections_seats_insert',
    ),
    ...ddl.after('selections', 'delete', countSeats('old.project_id'), 'selections_seats_delete'),
    ...ddl.after('projects', 'update of seats', countSeats('new.id'), 'projects_seats'),
  ];
}

/** A student's one choice never changes; undone or with a corrected start it moves to `former_selections`. */
export async function createSelections(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('selections')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').unique())
    .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
    .addColumn('started_at', ddl.number, (c) => c.notNull())
    .addColumn('chosen_at', ddl.number)
    .execute();
  await db.schema
    .createTable('former_selections')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('selection_id', ddl.number, (c) => c.notNull().unique())
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
    .addColumn('started_at', ddl.number, (c) => c.notNull())
    .addColumn('chosen_at', ddl.number, (c) => c.notNull())
    .addColumn('ended_at', ddl.number, (c) => c.notNull())
    .addColumn('ended_as', 'text', (c) => c.notNull().check(sql`ended_as in ('corrected', 'undone')`))
    .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
    .addColumn('ended_by', ddl.number, (c) => c.notNull().references('accounts.id'))
    .execute();
  await addIndexes(db, [
    'index selections_of_project on selections (project_id)',
    'index former_selections_of_student on former_selections (account_id, id)',
  ]);
  await run(db, [
    ...ddl.forbid('selections', ['update', 'delete']),
    ...ddl.forbid('former_selections', ['update', 'delete']),
    ...ddl.forbidUnless(
      'selections',
      'delete',
      `exists (select 1 from former_selections f where f.selection_id = old.id
        and f.account_id = old.account_id and f.project_id = old.project_id and f.started_at = old.started_at)`,
    ),
    ...ddl.forbidUnless(
      'former_selections',
      'update',
      `${isErasing('old.account_id')} and new.reason = ${erasedText}
       and ${unchanged('id', 'selection_id', 'account_id', 'project_id', 'started_at', 'chosen_at', 'ended_at', 'ended_as', 'ended_by')}`,
    ),
    ...seatTriggers(ddl),
  ]);
}
