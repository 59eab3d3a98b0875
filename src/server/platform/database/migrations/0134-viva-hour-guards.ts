import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import { openHourRefusal } from '../open-hour-refusal.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** A panel sits, and has not confirmed an outcome for the student's project. */
const isOpen = (account: string) => `exists (
    select 1 from viva_slots s join viva_panels p on p.slot_id = s.id
    where s.account_id = ${account} and s.purpose = 'viva')
  and not exists (
    select 1 from viva_hours h join selections c on c.account_id = h.account_id
    where h.account_id = ${account} and h.confirmed_at is not null
      and h.choice = coalesce(c.chosen_at, c.started_at))`;

const ofVersion = '(select s.account_id from submissions s where s.id = new.submission_id)';
const isViva = `exists (select 1 from submissions s where s.id = new.submission_id and s.task = 'viva')`;

/**
 * A viva with a panel gets its mark from the panel: no desk, list, import or earlier version of the portal gives one
 * before. Released marks can be corrected, and absences recorded, as ever.
 */
export function guardVivaHours(ddl: EngineDdl): SchemaStep {
  const guard = (table: string, change: string, condition: string, account: string) =>
    ddl.after(
      table,
      change,
      ddl.refuseWhere(openHourRefusal, `${condition} and ${isOpen(account)}`),
      `${table}_open_hour_${change.split(' ')[0] ?? change}`,
    );
  return {
    async up(db: Kysely<unknown>) {
      await run(db, [
        ...guard('marks', 'insert', isViva, ofVersion),
        ...guard(
          'marks',
          'update of marks',
          `old.released = 0 and new.marks <> old.marks and ${isViva}`,
          ofVersion,
        ),
        ...guard('recorded_marks', 'insert', `new.task = 'viva' and new.status = 'marked'`, 'new.account_id'),
        ...guard(
          'recorded_marks',
          'update of status, marks',
          `old.released = 0 and new.task = 'viva' and new.status = 'marked'
            and (old.status <> 'marked' or new.marks <> old.marks)`,
          'new.account_id',
        ),
      ]);
    },
  };
}
