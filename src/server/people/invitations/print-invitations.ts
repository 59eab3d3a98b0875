import { isoInstant } from '#contract/dates';
import { printedAtOnce } from '#contract/people/import-fields';
import * as calls from '#contract/people/invitation-calls';
import { administrator } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { portalLink, whatsApp } from '../../platform/portal-link.ts';
import { qrPath } from '../../platform/qr-path.ts';
import { localMoment } from '../../platform/zoned-time.ts';
import { countInvited, invitable, listInvited, type InvitedRow } from './invitation-queries.ts';
import { makeInvitationCodes, type InvitationCode } from './typed-codes.ts';
import { invitationLifeMs } from './invitations.ts';
import {
  type InvitedBy,
  type Whom,
  batchIdOf,
  greeting,
  invitationPath,
  invite,
  requirePublicUrl,
} from './invite.ts';

/** Of each person's, by email. */
type Codes = ReadonlyMap<string, InvitationCode>;

const codesFor = (people: readonly InvitedRow[], codes: readonly InvitationCode[]): Codes =>
  new Map(people.map(({ email }, index) => [email, codes[index] as InvitationCode]));

const hashesOf = (codes: Codes) => new Map([...codes].map(([email, { hash }]) => [email, hash]));

/** `sheet`: null without people. */
type Sheet = { sheet: string | null; invitations: calls.PrintedInvitation[]; left: number };

function present(
  settings: AppContext['settings'],
  people: readonly InvitedRow[],
  { tokens, codes }: { tokens: ReadonlyMap<string, string>; codes: Codes },
  now: number,
): calls.PrintedInvitation[] {
  return people.map((person) => {
    const link = portalLink(settings, invitationPath(tokens.get(person.email) as string));
    const until = now + invitationLifeMs;
    const words = `Your link works once, until ${localMoment(until, settings.academyZone)}: ${link}`;
    return {
      s_id: person.email,
      name: person.name,
      batch: person.batch,
      link,
      code: codes.get(person.email)?.shown as string,
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
  { sheet, made }: { sheet: number; made: readonly InvitationCode[] },
  by: InvitedBy,
): Promise<calls.PrintedInvitation[]> {
  const people = (await openOf(writer, sheet, by.now)).slice(0, made.length);
  const codes = codesFor(people, made);
  const ofSheet = { way: 'print', sheet, isAgain: true, codes: hashesOf(codes) } as const;
  const tokens = await invite(writer, people, { ...by, ...ofSheet });
  return present(settings, people, { tokens, codes }, by.now);
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

const mostListed = 20;

/** Made and not printed, with people who have not come; newest first. */
export async function unprintedSheets(reader: Reader, now: number): Promise<calls.UnprintedSheet[]> {
  const sheets = await reader
    .selectFrom('printed_sheets')
    .where('printed_at', 'is', null)
    .where('made_at', '>', now - invitationLifeMs)
    .orderBy('id', 'desc')
    .limit(mostListed)
    .select(['id', 'made_at as madeAt'])
    .execute();
  const listed: calls.UnprintedSheet[] = [];
  for (const { id, madeAt } of sheets) {
    const { length: people } = await openOf(reader, id, now);
    if (people > 0) listed.push({ sheet: String(id), made_at: isoInstant(madeAt), people });
  }
  return listed;
}

/** For an answer that was lost. @throws 404 for an unknown sheet */
async function printSheetAgain(
  context: Pick<AppContext, 'database' | 'settings' | 'passwords'>,
  sheet: string,
  by: InvitedBy,
): Promise<Sheet> {
  const { database, settings } = context;
  const { length } = await openOf(database.reader, await requireSheet(database.reader, sheet), by.now);
  const made = await makeInvitationCodes(context, length);
  return database.transaction(async (writer) => {
    const id = await requireSheet(writer, sheet);
    return { sheet, invitations: await makeAgain(writer, settings, { sheet: id, made }, by), left: 0 };
  });
}

async function peopleToPrint(
  reader: Reader,
  { batch, emails, uninvited }: Whom,
  now: number,
): Promise<InvitedRow[]> {
  const batchId = await batchIdOf(reader, batch);
  return emails === undefined
    ? listInvited(reader, { state: 'not-invited', batchId, now, limit: printedAtOnce })
    : invitable(reader, { emails, now, uninvited });
}

export const printingCalls = [
  act(calls.printInvitations, {
    who: administrator,
    async prepare({ context, body, now }) {
      requirePublicUrl(context.settings);
      const { length } = await peopleToPrint(context.database.reader, body, now);
      return makeInvitationCodes(context, length);
    },
    key: { kind: 'printed-sheet', content: ({ body: { batch, emails } }) => [batch, emails ?? null] },
    async run(writer, { context, resource, body, now, prepared }) {
      // Who came to the list since then is in the next sheet.
      const people = (await peopleToPrint(writer, body, now)).slice(0, prepared.length);
      if (people.length === 0) return null;
      const { accountId: actorId } = resource;
      const { id } = await writer
        .insertInto('printed_sheets')
        .values({ made_by: actorId, made_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      const codes = codesFor(people, prepared);
      const ofSheet = { way: 'print', sheet: id, codes: hashesOf(codes) } as const;
      const tokens = await invite(writer, people, { actorId, now, ...ofSheet });
      return { id, shown: present(context.settings, people, { tokens, codes }, now) };
    },
    async answer(reader, { context, resource, body: { batch, emails }, now, shown }, id) {
      const count = async () =>
        (await countInvited(reader, { batchId: await batchIdOf(reader, batch), now }))['not-invited'];
      const left = emails === undefined ? await count() : 0;
      if (id === 0) return { sheet: null, invitations: [], left };
      if (shown !== undefined) return { sheet: String(id), invitations: shown, left };
      const by = { actorId: resource.accountId, now };
      return { ...(await printSheetAgain(context, String(id), by)), left };
    },
  }),

  read(calls.printSheetAgain, {
    who: administrator,
    async run({ context, resource: { accountId: actorId }, params: { sheet } }) {
      requirePublicUrl(context.settings);
      return printSheetAgain(context, sheet, { actorId, now: context.clock.now() });
    },
  }),

  // The office has it.
  read(calls.settleSheet, {
    who: administrator,
    run: ({ context: { database, clock }, params: { sheet } }) =>
      database.transaction(async (writer) => {
        const id = await requireSheet(writer, sheet);
        await writer
          .updateTable('printed_sheets')
          .set({ printed_at: clock.now() })
          .where('id', '=', id)
          .where('printed_at', 'is', null)
          .execute();
      }),
  }),
];
