import { expressionBuilder, sql } from 'kysely';
import { limits } from '#contract/limits';
import {
  invitationStates,
  type InvitationFilter,
  type InvitationState,
} from '#contract/people/import-fields';
import type { ListedInvitation } from '#contract/people/people-view';
import { importedPeopleAs, peopleAs } from '../../accounts/people-queries.ts';
import { batchesAs, placeableBatchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** The newest of each address. */
export const invitationsAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('invitations')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invitations as newer')
            .whereRef('newer.email', '=', 'invitations.email')
            .whereRef('newer.id', '>', 'invitations.id')
            .select('newer.id'),
        ),
      ),
    )
    .select(['id', 'email', 'way', 'made_at', 'expires_at', 'opened_at', 'used_at', 'revoked_at'])
    .as(alias);

export async function hasInvitations(database: Reader): Promise<boolean> {
  return (await database.selectFrom('invitations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Of `invitation`. */
export const stateOfInvitation = (now: number) => sql<ListedInvitation | 'used'>`case
  when invitation.used_at is not null then 'used'
  when invitation.email is null then 'not-invited'
  when invitation.revoked_at is not null then 'revoked'
  when invitation.expires_at <= cast(${now} as bigint) then 'expired'
  when invitation.opened_at is not null then 'opened'
  when invitation.way = 'mail' then 'sent'
  else 'printed' end`;

/** `came`: confirmed otherwise or suspended; needs none. */
const stateOfPerson = (now: number) => sql<InvitationState | 'came'>`case
  when invitation.used_at is not null then 'used'
  when account.confirmed_at is not null or account.suspended_at is not null then 'came'
  else ${stateOfInvitation(now)} end`;

const neverCame: readonly InvitationState[] = ['sent', 'printed', 'opened', 'expired', 'revoked'];
const statesOf = (filter: InvitationFilter): readonly InvitationState[] =>
  filter === 'all' ? invitationStates : filter === 'never-came' ? neverCame : [filter];

function invited(database: Reader, { batchId, now }: { batchId: number | null; now: number }) {
  return database
    .selectFrom(importedPeopleAs('imported'))
    .leftJoin(peopleAs('account'), 'account.email', 'imported.email')
    .leftJoin(invitationsAs('invitation'), 'invitation.email', 'imported.email')
    .leftJoin(batchesAs('batch'), 'batch.id', 'imported.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .where('imported.is_correction', '=', 0)
    .where((on) => on.or([on('account.role', 'is', null), on('account.role', '=', 'student')]))
    .$if(batchId !== null, (query) => query.where('imported.batch_id', '=', batchId as number))
    .select(['imported.email', 'imported.name', 'imported.phone'])
    .select(['batch.name as batch', 'course.name as course'])
    .select(['invitation.way', 'invitation.made_at as madeAt', 'invitation.expires_at as expiresAt'])
    .select(stateOfPerson(now).as('state'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sheet_invitations as of_sheet')
          .innerJoin('printed_sheets as sheet', 'sheet.id', 'of_sheet.sheet_id')
          .whereRef('of_sheet.invitation_id', '=', 'invitation.id')
          .where('sheet.printed_at', 'is', null)
          .select('sheet.id'),
      ).as('awaitsPrint'),
    );
}
const personColumns = [
  'person.email',
  'person.name',
  'person.phone',
  'person.batch',
  'person.course',
  'person.way',
  'person.madeAt',
  'person.expiresAt',
  'person.state',
  'person.awaitsPrint',
] as const;
export type InvitedRow = Awaited<ReturnType<typeof listInvited>>[number];

export async function listInvited(
  database: Reader,
  {
    state,
    batchId,
    now,
    after = '',
    limit = limits.pageSize + 1,
  }: { state: InvitationFilter; batchId: number | null; now: number; after?: string; limit?: number },
) {
  return database
    .selectFrom(invited(database, { batchId, now }).where('imported.email', '>', after).as('person'))
    .where('person.state', 'in', statesOf(state))
    .orderBy('person.email')
    .limit(limit)
    .select(personColumns)
    .execute();
}

/** People who were imported and have not come yet. @param of.uninvited only those without a live invitation */
export async function invitable(
  database: Reader,
  { emails, now, uninvited }: { emails: readonly string[]; now: number; uninvited?: true | undefined },
): Promise<InvitedRow[]> {
  if (emails.length === 0) return [];
  return database
    .selectFrom(invited(database, { batchId: null, now }).where('imported.email', 'in', emails).as('person'))
    .where('person.state', 'not in', ['used', 'came'])
    .$if(uninvited === true, (query) => query.where('person.state', 'in', ['not-invited', 'revoked']))
    .orderBy('person.email')
    .select(personColumns)
    .execute();
}

export async function countInvited(
  database: Reader,
  of: { batchId: number | null; now: number },
): Promise<Record<InvitationState, number>> {
  const rows = await database
    .selectFrom(invited(database, of).as('person'))
    .groupBy('person.state')
    .select(['person.state', (count) => count.fn.countAll<number>().as('count')])
    .execute();
  const counts = Object.fromEntries(invitationStates.map((state) => [state, 0])) as Record<
    InvitationState,
    number
  >;
  for (const { state, count } of rows) if (state !== 'came') counts[state] = Number(count);
  return counts;
}

/** Undefined if nothing was imported; without an archived batch. */
export async function invitedPerson(database: Reader, email: string) {
  return database
    .selectFrom(importedPeopleAs('imported'))
    .leftJoin(peopleAs('account'), 'account.email', 'imported.email')
    .leftJoin(placeableBatchesAs('batch'), 'batch.id', 'imported.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .where('imported.email', '=', email)
    .select(['imported.email', 'imported.name', 'imported.phone', 'imported.exit_score', 'imported.grade'])
    .select([
      'batch.id as batch_id',
      'batch.name as batch',
      'course.name as course',
      'account.id as accountId',
    ])
    .executeTakeFirst();
}
