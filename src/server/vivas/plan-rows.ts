import { sql, type Kysely } from 'kysely';
import { newPlan, type PlanExaminer, type PlanRoom, type VivaPlan } from '#contract/vivas/plan';
import { examinersAs } from '../accounts/examiner-accounts.ts';
import { activeStudentsAs, accountsAs } from '../accounts/queries.ts';
import { batchMentorsAs } from '../courses/batch-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { studentOrderAs } from '../progress/progress-queries.ts';
import { roomKey } from '../progress/time/viva-delays.ts';
import { projectsAs } from '../projects/queries.ts';

/** As stored: rooms by id, in order; examiners have rows. */
type PlanSettings = Omit<VivaPlan, 'rooms' | 'examiners'> & { rooms: number[] };

export type StoredRoom = PlanRoom & { id: number };
export type StoredExaminer = PlanExaminer & { id: number; name: string };
export type StoredPlan = Omit<VivaPlan, 'rooms' | 'examiners'> & {
  rooms: StoredRoom[];
  examiners: StoredExaminer[];
};

export const planOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db.selectFrom('viva_plans').where('batch_id', '=', p.batchId).select('settings'),
);

export const examinersOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_examiners as examines')
    .innerJoin(accountsAs('person'), 'person.id', 'examines.account_id')
    .where('examines.batch_id', '=', p.batchId)
    .orderBy('person.name')
    .orderBy('person.id')
    .select(['person.id', 'person.email', 'person.name', 'examines.hours']),
);

async function roomsById(reader: Reader | Writer, ids: readonly number[]): Promise<StoredRoom[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom('viva_rooms')
    .where('id', 'in', [...ids])
    .select(['id', 'name', 'link'])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A batch without a plan has the portal's beginning. */
export async function readPlan(reader: Reader | Writer, batchId: number): Promise<StoredPlan> {
  const [row] = await planOfBatch(reader, { batchId });
  const settings = {
    ...newPlan,
    rooms: [],
    ...(row === undefined ? {} : (JSON.parse(row.settings) as Partial<PlanSettings>)),
  };
  const examiners = await examinersOfBatch(reader, { batchId });
  return {
    ...settings,
    rooms: await roomsById(reader, settings.rooms),
    examiners: examiners.map(({ hours, ...examiner }) => ({
      ...examiner,
      hours: hours === null ? null : (JSON.parse(hours) as PlanExaminer['hours']),
    })),
  };
}

/** Mentors of the batch, administrators, examiners, and others who examine in it already. */
export const staffWhoExamine = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom(accountsAs('person'))
    // A literal, as in the partial index.
    .where('person.role', '<>', sql.lit('student' as const))
    .where((on) =>
      on.or([
        on('person.role', '=', 'administrator'),
        on(
          'person.id',
          'in',
          on
            .selectFrom(examinersAs('examiner'))
            .where('examiner.removed_at', 'is', null)
            .select('examiner.account_id'),
        ),
        on(
          'person.id',
          'in',
          on
            .selectFrom(batchMentorsAs('mentor'))
            .where('mentor.batch_id', '=', p.batchId)
            .select('mentor.account_id'),
        ),
        on(
          'person.id',
          'in',
          on
            .selectFrom('viva_examiners as own')
            .where('own.batch_id', '=', p.batchId)
            .select('own.account_id'),
        ),
      ]),
    )
    .orderBy('person.name')
    .orderBy('person.id')
    .select(['person.email', 'person.name']),
);

/** In the members of the contract. */
export const writtenPlan = ({ rooms, examiners, ...settings }: StoredPlan): VivaPlan => ({
  length: settings.length,
  buffer: settings.buffer,
  panel: settings.panel,
  reserve: settings.reserve,
  guard: settings.guard,
  days: settings.days,
  rooms: rooms.map(({ name, link }) => ({ name, link })),
  examiners: examiners.map(({ email, hours }) => ({ email, hours })),
});

/** By key; those that no batch has had are left out. */
export async function roomIds(
  reader: Reader | Writer,
  rooms: readonly PlanRoom[],
): Promise<Map<string, number>> {
  if (rooms.length === 0) return new Map();
  const rows = await reader
    .selectFrom('viva_rooms')
    .where('room_key', 'in', rooms.map(roomKey))
    .select(['id', 'room_key'])
    .execute();
  return new Map(rows.map((row) => [row.room_key, row.id]));
}

async function storeRooms(writer: Writer, rooms: readonly PlanRoom[]): Promise<number[]> {
  if (rooms.length === 0) return [];
  await writer
    .insertInto('viva_rooms')
    .values(rooms.map((room) => ({ room_key: roomKey(room), name: room.name, link: room.link })))
    .onConflict((on) => on.column('room_key').doNothing())
    .execute();
  const ids = await roomIds(writer, rooms);
  return rooms.flatMap((room) => ids.get(roomKey(room)) ?? []);
}

/** Mentors, examiners and administrators of these addresses. */
export async function staffAmong(reader: Reader | Writer, emails: readonly string[]) {
  const found = [];
  for (const some of partsOf([...new Set(emails)]))
    found.push(
      ...(await reader
        .selectFrom(accountsAs('person'))
        .leftJoin(examinersAs('examiner'), 'examiner.account_id', 'person.id')
        .where('person.email', 'in', some)
        .where('person.role', '<>', 'student')
        .where('examiner.removed_at', 'is', null)
        .select(['person.id', 'person.email', 'person.name'])
        .execute()),
    );
  return found;
}

/** @throws 400 naming who is none */
export async function staffByEmail(
  reader: Reader | Writer,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const rows = await staffAmong(reader, emails);
  const found = new Map(rows.map(({ id, email }) => [email, id]));
  const unknown = emails.filter((email) => !found.has(email));
  if (unknown.length > 0) {
    const message = `No mentor, examiner or administrator has the email ${unknown.join(', ')}`;
    throw httpErrors.invalidFields(message, [{ name: 'examiners', message }]);
  }
  return found;
}

export async function storePlan(
  writer: Writer,
  batchId: number,
  { rooms, examiners, ...plan }: VivaPlan,
  { by, at }: { by: number; at: number },
): Promise<void> {
  const settings: PlanSettings = { ...plan, rooms: await storeRooms(writer, rooms) };
  const row = { settings: JSON.stringify(settings), changed_by: by, changed_at: at };
  await writer
    .insertInto('viva_plans')
    .values({ batch_id: batchId, ...row })
    .onConflict((on) => on.column('batch_id').doUpdateSet(row))
    .execute();
  const ids = await staffByEmail(
    writer,
    examiners.map(({ email }) => email),
  );
  await writer.deleteFrom('viva_examiners').where('batch_id', '=', batchId).execute();
  const rows = examiners.flatMap(({ email, hours }) => {
    const id = ids.get(email);
    return id === undefined
      ? []
      : [{ batch_id: batchId, account_id: id, hours: hours === null ? null : JSON.stringify(hours) }];
  });
  if (rows.length > 0) await writer.insertInto('viva_examiners').values(rows).execute();
}

/** With a project. */
const planStudents = (db: Kysely<Tables>, batchId: number) =>
  db
    .selectFrom(studentOrderAs('order'))
    .innerJoin(activeStudentsAs('student'), 'student.id', 'order.account_id')
    .innerJoin(projectsAs('project'), 'project.id', 'order.project_id')
    .leftJoin('viva_extra as extra', 'extra.account_id', 'order.account_id')
    .leftJoin('viva_slots as slot', (on) =>
      on.onRef('slot.account_id', '=', 'order.account_id').on('slot.purpose', '=', 'viva'),
    )
    .where('order.batch_id', '=', batchId)
    .select([
      'student.id',
      'student.email',
      'student.name',
      'student.suspended_at as suspendedAt',
      'project.name as project',
      'extra.minutes as extra',
    ])
    // Of any batch.
    .select(['slot.id as slotId', 'slot.starts_at as startsAt']);

/** By name. */
export const studentsToPlan = compiledQuery((db, p: { batchId: number }) =>
  planStudents(db, p.batchId).orderBy('order.name_key').orderBy('order.account_id'),
);
export const studentToPlan = compiledQuery((db, p: { batchId: number; accountId: number }) =>
  planStudents(db, p.batchId).where('order.account_id', '=', p.accountId),
);
export type StudentToPlan = Awaited<ReturnType<typeof studentsToPlan>>[number];

/** How many hours before a viva its student can still ask for another time. */
export async function guardOf(reader: Reader | Writer, batchId: number): Promise<number> {
  const [row] = await planOfBatch(reader, { batchId });
  const settings = row === undefined ? {} : (JSON.parse(row.settings) as Partial<PlanSettings>);
  return settings.guard ?? newPlan.guard;
}

/** An examiner of the plan is away on a day, and as before on the others. */
export async function storeExaminerHours(
  writer: Writer,
  { batchId, plan, id, without }: { batchId: number; plan: StoredPlan; id: number; without: string },
): Promise<void> {
  const known = plan.examiners.find((one) => one.id === id);
  if (known === undefined) return;
  const all = plan.days.map(({ day, from, to }) => ({ day, from, to }));
  const hours = (known.hours ?? all).filter(({ day }) => day !== without);
  await writer
    .updateTable('viva_examiners')
    .set({ hours: JSON.stringify(hours) })
    .where('batch_id', '=', batchId)
    .where('account_id', '=', id)
    .execute();
}
