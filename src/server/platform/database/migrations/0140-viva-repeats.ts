import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import { openHourRefusal } from '../open-hour-refusal.ts';
import type { SchemaStep } from '../schema-step.ts';
import { guardsWhere, isOpen } from './baseline/viva-guards.ts';
import { addIndexes, run } from './baseline/statements.ts';

/** The viva is the repeat after an absence with a reason, and its panel has not confirmed an outcome. */
const isRepeatOpen = (account: string) => `exists (
    select 1 from viva_slots s join viva_panels p on p.slot_id = s.id
      join viva_attendance a on a.account_id = s.account_id and a.starts_at <> s.starts_at
      join selections c on c.account_id = s.account_id
    where s.account_id = ${account} and s.purpose = 'viva' and a.state = 'excused'
      and a.recorded_at >= coalesce(c.chosen_at, c.started_at))
  and not exists (
    select 1 from viva_hours h join selections c on c.account_id = h.account_id
    where h.account_id = ${account} and h.number = 2 and h.confirmed_at is not null
      and h.choice = coalesce(c.chosen_at, c.started_at))`;

/** Who waited for a student who was absent with a reason: the repeat prefers others. */
export function addVivaRepeats(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('viva_missed_panels')
        .addColumn('account_id', ddl.number, (c) => c.notNull())
        .addColumn('starts_at', ddl.number, (c) => c.notNull())
        .addColumn('examiner_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addPrimaryKeyConstraint('viva_missed_panels_key', ['account_id', 'starts_at', 'examiner_id'])
        .addForeignKeyConstraint(
          'viva_missed_panels_absence',
          ['account_id', 'starts_at'],
          'viva_attendance',
          ['account_id', 'starts_at'],
          (of) => of.onDelete('cascade'),
        )
        .execute();
      await addIndexes(db, ['index viva_missed_panels_by_examiner on viva_missed_panels (examiner_id)']);
      await run(db, [
        ...guardsWhere(ddl, 'open_repeat', isRepeatOpen),
        // A released absence counts nothing: another result of it is the panel's, too.
        ...ddl.after(
          'recorded_marks',
          'update of status',
          ddl.refuseWhere(
            openHourRefusal,
            `old.released = 1 and old.status = 'excused' and new.status = 'marked' and new.task = 'viva'
              and ((${isOpen('new.account_id')}) or (${isRepeatOpen('new.account_id')}))`,
          ),
          'recorded_marks_excused_viva',
        ),
      ]);
    },
  };
}
