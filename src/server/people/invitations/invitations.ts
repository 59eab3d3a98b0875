import { sql, type Expression } from 'kysely';
import { isoInstant } from '#contract/dates';
import { dayMs } from '#contract/durations';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { hashToken, makeToken } from '../../accounts/random-token.ts';
import { shownName } from '#contract/accounts/person-name';
import type { AppContext } from '../../platform/context.ts';
import { composeWorded } from '../../platform/mail/worded-mail.ts';
import { enqueueSecretMail } from '../../platform/mail/enqueue-mail.ts';
import { invitationsAs, type InvitedRow } from './invitation-queries.ts';

export const invitationLifeMs = 30 * dayMs;

export type InvitationWay = 'mail' | 'print';

/**
 * @param of.sheet of printed ones
 * @param of.isAgain beside earlier ones of the same way, which else end
 * @returns the token of each address
 */
export async function makeInvitations(
  writer: Writer,
  of: {
    emails: readonly string[];
    way: InvitationWay;
    madeBy: number | null;
    now: number;
    sheet?: number | undefined;
    isAgain?: boolean | undefined;
    /** Hashes of what is printed, by address. */
    codes?: ReadonlyMap<string, string> | undefined;
  },
): Promise<Map<string, string>> {
  const { emails, way, madeBy, now, sheet, isAgain = false, codes } = of;
  const tokens = new Map(emails.map((email) => [email, makeToken()]));
  if (tokens.size === 0) return tokens;
  if (!isAgain) await endInvitations(writer, { emails, now, way });
  const rows = await writer
    .insertInto('invitations')
    .values(
      [...tokens].map(([email, token]) => ({
        email,
        token_hash: hashToken(token),
        code_hash: codes?.get(email) ?? null,
        way,
        made_by: madeBy,
        made_at: now,
        expires_at: now + invitationLifeMs,
        opened_at: null,
        used_at: null,
        revoked_at: null,
      })),
    )
    .returning('id')
    .execute();
  if (sheet !== undefined)
    await writer
      .insertInto('sheet_invitations')
      .values(rows.map(({ id }) => ({ invitation_id: id, sheet_id: sheet })))
      .execute();
  return tokens;
}

/**
 * @param options.way only this one
 * @returns their addresses
 */
export async function endInvitations(
  writer: Writer,
  { emails, now, way }: { emails: readonly string[]; now: number; way?: InvitationWay },
): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await writer
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('email', 'in', emails)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(way !== undefined, (query) => query.where('way', '=', way as InvitationWay))
    .returning('email')
    .execute();
  return [...new Set(rows.map(({ email }) => email))];
}

/** When each was invited last. Until the transaction ends nobody replaces what is live. */
export async function lockInvitedAt(
  writer: Writer,
  emails: readonly string[],
): Promise<Record<string, string>> {
  await writer
    .updateTable('invitations')
    .set((row) => ({ revoked_at: row.ref('revoked_at') }))
    .where('email', 'in', emails)
    .where('revoked_at', 'is', null)
    .execute();
  const rows = await writer
    .selectFrom(invitationsAs('invitation'))
    .where('email', 'in', emails)
    .select(['email', 'made_at'])
    .execute();
  return Object.fromEntries(rows.map(({ email, made_at }) => [email, isoInstant(made_at)]));
}

export async function invitationOf(database: Reader, token: string) {
  return database
    .selectFrom('invitations')
    .where((row) =>
      row.or([row('token_hash', '=', hashToken(token)), row('code_token_hash', '=', hashToken(token))]),
    )
    .select(['id', 'email', 'way', 'expires_at', 'opened_at', 'used_at', 'revoked_at'])
    .executeTakeFirst();
}
export type InvitationRow = NonNullable<Awaited<ReturnType<typeof invitationOf>>>;

export function stateOf(
  row: InvitationRow | undefined,
  now: number,
): 'open' | 'used' | 'expired' | 'revoked' | 'unknown' {
  if (row === undefined) return 'unknown';
  if (row.used_at !== null) return 'used';
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at <= now ? 'expired' : 'open';
}

export async function noteOpened(writer: Writer, id: number, now: number): Promise<void> {
  await writer
    .updateTable('invitations')
    .set({ opened_at: now })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute();
}

/** With it all others of the person. @returns whether it was valid */
export async function takeInvitation(writer: Writer, id: number, now: number): Promise<boolean> {
  const used = await writer
    .updateTable('invitations')
    .set((row) => ({ used_at: now, opened_at: row.fn.coalesce('opened_at', row.val(now)) }))
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('email')
    .executeTakeFirst();
  if (used === undefined) return false;
  await writer
    .updateTable('invitations')
    .set({ used_at: now })
    .where('email', '=', used.email)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return true;
}

/** @returns how many */
export async function revokeOpenInvitations(writer: Writer, now: number): Promise<number> {
  const { numUpdatedRows } = await writer
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function forgetInvitations(writer: Writer, email: string): Promise<void> {
  await writer.deleteFrom('invitations').where('email', '=', email).execute();
  await writer.deleteFrom('intake_people').where('email', '=', email).execute();
}

/** @param people a query of their emails */
export async function forgetInvitationsOf(
  writer: Writer,
  people: Expression<{ email: string }>,
): Promise<void> {
  for (const table of ['invitations', 'intake_people'] as const)
    await sql`delete from ${sql.table(table)} where email in (select person.email from ${people} as person)`.execute(
      writer,
    );
}

/** Safe to quote: the office's. */
export function composeInvitation(
  settings: Pick<AppContext['settings'], 'academyName' | 'mailWords'>,
  { email, name, batch, course }: Pick<InvitedRow, 'email' | 'name' | 'batch' | 'course'>,
  link: string,
) {
  const values = {
    name: name === null ? '' : shownName(name),
    batch: batch ?? '',
    course: course ?? '',
    place: batch === null ? '' : `Your place in ${batch} is ready.`,
  };
  return composeWorded(settings, 'invitation', values, {
    note: 'The link below works once, within 30 days. It confirms your email and lets you set a password.',
    details: [
      ['Account', email],
      ...(batch === null ? [] : [['Batch', batch] as const]),
      ...(course === null ? [] : [['Course', course] as const]),
    ],
    links: [{ label: 'Open your invitation', href: link }],
    closing: 'If you did not expect this, do not open the link. Please tell the office.',
  });
}

export async function mailInvitation(
  writer: Writer,
  { settings, secrets }: Pick<AppContext, 'settings' | 'secrets'>,
  { person, link, now }: { person: InvitedRow; link: string; now: number },
): Promise<void> {
  const mail = composeInvitation(settings, person, link);
  const event = `invitation:${hashToken(link)}`;
  await enqueueSecretMail(writer, secrets, { ...mail, event, to: person.email }, now);
}
