import { isoInstant } from '#contract/dates';
import { printedAtOnce } from '#contract/people/intake-fields';
import type { PrintedInvitation, UnprintedSheet } from '#contract/people/invitation-calls';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { portalLink, whatsApp } from '../../platform/portal-link.ts';
import { qrPath } from '../../platform/qr-path.ts';
import { localMoment } from '../../platform/zoned-time.ts';
import { countInvited, invitable, listInvited, type InvitedRow } from './invitation-queries.ts';
import { invitationLifeMs } from './invitations.ts';
import {
  type Act,
  batchIdOf,
  greeting,
  invitationPath,
  invite,
  requirePublicUrl,
  type Whom,
} from './invite.ts';

/** `sheet`: null without people. */
type Sheet = { sheet: string | null; invitations: PrintedInvitation[]; left: number };

function present(
  settings: AppContext['settings'],
  people: readonly InvitedRow[],
  tokens: ReadonlyMap<string, string>,
  now: number,
): PrintedInvitation[] {
  return people.map((person) => {
    const link = portalLink(settings, invitationPath(tokens.get(person.email) as string));
    const until = now + invitationLifeMs;
    const words = `Your link works once, until ${localMoment(until, settings.academyZone)}: ${link}`;
    return {
      s_id: person.email,
      name: person.name,
      batch: person.batch,
      link,
      expires_at: isoInstant(until),
      ...whatsApp(settings, person.phone, `${greeting(person, settings)} ${words}`),
      qr: qrPath(link),
    };
  });
}

/** Whose invitations of a sheet are still open. */
async function openOf(reader: Reader, sheet: number, now: number): Promise<InvitedRow[]> {
  const rows = await reader
    .selectFrom('sheet_invitations')
    .innerJoin('invitations', 'invitations.id', 'sheet_invitations.invitation_id')
    .where('sheet_invitations.sheet_id', '=', sheet)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select('email')
    .distinct()
    .execute();
  const emails = rows.map(({ email }) => email);
  return invitable(reader, { emails, now });
}

/** Only hashes of links are stored: the same people get further links, and the first ones go on working. */
async function makeAgain(
  writer: Writer,
  settings: AppContext['settings'],
  sheet: number,
  act: Act,
): Promise<PrintedInvitation[]> {
  const people = await openOf(writer, sheet, act.now);
  const tokens = await invite(writer, people, { ...act, way: 'print', sheet, isAgain: true });
  return present(settings, people, tokens, act.now);
}

/**
 * A repetition under the key gives the same people's sheet.
 * @returns this sheet's, and how many of the batch are left
 * @throws 404 for an unknown batch, 409 without `PUBLIC_URL`
 */
export async function printInvitations(
  context: AppContext,
  { batch, emails, actorId }: Whom & { actorId: number },
  key: string | null = null,
): Promise<Sheet> {
  const { database, clock, settings } = context;
  requirePublicUrl(settings);
  const now = clock.now();
  const batchId = await batchIdOf(context, { batch });
  const request = {
    accountId: actorId,
    kind: 'printed-sheet',
    key,
    content: [batch, emails ?? null],
    now,
  } as const;
  return database.transaction(async (writer) => {
    let made: PrintedInvitation[] | null = null;
    const sheet = await makeOnce(writer, request, async () => {
      const people =
        emails === undefined
          ? await listInvited(writer, { state: 'not-invited', batchId, now, limit: printedAtOnce })
          : await invitable(writer, { emails, now });
      made = [];
      if (people.length === 0) return null;
      const { id } = await writer
        .insertInto('printed_sheets')
        .values({ made_by: actorId, made_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      const tokens = await invite(writer, people, { way: 'print', actorId, now, sheet: id });
      made = present(settings, people, tokens, now);
      return id;
    });
    const invitations = made ?? (await makeAgain(writer, settings, sheet as number, { actorId, now }));
    const left = emails === undefined ? (await countInvited(writer, { batchId, now }))['not-invited'] : 0;
    return { sheet: sheet === null ? null : String(sheet), invitations, left };
  });
}

async function requireSheet(reader: Reader, sheet: string): Promise<number> {
  const id = parseId(sheet);
  const row =
    id === null
      ? undefined
      : await reader.selectFrom('printed_sheets').where('id', '=', id).select('id').executeTakeFirst();
  if (row === undefined) throw httpErrors.notFound('There is no such sheet.');
  return row.id;
}

/** For an answer that was lost. @throws 404 for an unknown sheet, 409 without `PUBLIC_URL` */
export async function printSheetAgain(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  sheet: string,
  actorId: number,
): Promise<Sheet> {
  requirePublicUrl(settings);
  return database.transaction(async (writer) => {
    const id = await requireSheet(writer, sheet);
    const invitations = await makeAgain(writer, settings, id, { actorId, now: clock.now() });
    return { sheet, invitations, left: 0 };
  });
}

/** The office has it. @throws 404 for an unknown sheet */
export async function settleSheet(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  sheet: string,
): Promise<void> {
  await database.transaction(async (writer) => {
    const id = await requireSheet(writer, sheet);
    await writer
      .updateTable('printed_sheets')
      .set({ printed_at: clock.now() })
      .where('id', '=', id)
      .where('printed_at', 'is', null)
      .execute();
  });
}

const mostListed = 20;

/** Made and not printed, with people who have not come; newest first. */
export async function unprintedSheets(reader: Reader, now: number): Promise<UnprintedSheet[]> {
  const sheets = await reader
    .selectFrom('printed_sheets')
    .where('printed_at', 'is', null)
    .where('made_at', '>', now - invitationLifeMs)
    .orderBy('id', 'desc')
    .limit(mostListed)
    .select(['id', 'made_at as madeAt'])
    .execute();
  const listed: UnprintedSheet[] = [];
  for (const { id, madeAt } of sheets) {
    const { length: people } = await openOf(reader, id, now);
    if (people > 0) listed.push({ sheet: String(id), made_at: isoInstant(madeAt), people });
  }
  return listed;
}
