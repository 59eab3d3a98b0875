import type { EngineDdl } from '../../engine.ts';
import { openHourRefusal } from '../../open-hour-refusal.ts';

/** A panel sits, and has not confirmed an outcome for the student's project. */
export const isOpen = (account: string) => `exists (
    select 1 from viva_slots s join viva_panels p on p.slot_id = s.id
    where s.account_id = ${account} and s.purpose = 'viva')
  and not exists (
    select 1 from viva_hours h join selections c on c.account_id = h.account_id
    where h.account_id = ${account} and h.confirmed_at is not null
      and h.choice = coalesce(c.chosen_at, c.started_at))`;

const ofVersion = '(select s.account_id from submissions s where s.id = new.submission_id)';
const isViva = `exists (select 1 from submissions s where s.id = new.submission_id and s.task = 'viva')`;

/** @param isOpenOf an account, in SQL @param name of what is open, in those of the triggers */
export function guardsWhere(ddl: EngineDdl, name: string, isOpenOf: (account: string) => string) {
  const guard = (table: string, change: string, condition: string, account: string) =>
    ddl.after(
      table,
      change,
      ddl.refuseWhere(openHourRefusal, `${condition} and ${isOpenOf(account)}`),
      `${table}_${name}_${change.split(' ')[0] ?? change}`,
    );
  return [
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
  ];
}
