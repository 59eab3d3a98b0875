import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Counts a project's seats that are taken anew; the first statement locks its row, so that the second one sees every choice. */
const countSeats = (id: string): string =>
  `update projects set seats_taken = seats_taken where id = ${id} and seats is not null;
   update projects set seats_taken = (select count(*) from selections where project_id = ${id})
   where id = ${id} and seats is not null`;

/** Whether the new choice is the former one again, with another start: it keeps its seat. */
const isCorrected = `exists (select 1 from former_selections f where f.project_id = new.project_id
  and f.ended_as = 'corrected' and f.chosen_at = new.chosen_at
  and f.id = (select max(id) from former_selections where account_id = new.account_id))`;

/**
 * Who may join a batch; and how many students may choose a project. The database itself refuses one choice too many,
 * however many come at once.
 */
export function createJoiningAndSeats(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      // Null, as the version before writes it, is a batch that anybody joins.
      await db.schema.alterTable('batches').addColumn('joining', 'text').execute();
      await db.schema.alterTable('projects').addColumn('seats', ddl.number).execute();
      await db.schema
        .alterTable('projects')
        .addColumn('seats_taken', ddl.number, (c) => c.notNull().defaultTo(0))
        .execute();
      const isFull = `exists (select 1 from projects p where p.id = new.project_id and p.seats_taken > p.seats)`;
      for (const trigger of [
        ...ddl.after(
          'selections',
          'insert',
          `${countSeats('new.project_id')};
           ${ddl.refuseWhere('no_seat_left', `${isFull} and not ${isCorrected}`)}`,
          'selections_seats_insert',
        ),
        ...ddl.after('selections', 'delete', countSeats('old.project_id'), 'selections_seats_delete'),
        ...ddl.after('projects', 'update of seats', countSeats('new.id'), 'projects_seats'),
      ]) {
        await trigger.execute(db);
      }
    },
  };
}
