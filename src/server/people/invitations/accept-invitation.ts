import type { z } from 'zod';
import { messages } from '#contract/messages';
import * as calls from '#contract/people/invitation-calls';
import { isoInstant } from '#contract/dates';
import { normalizeEmail } from '#contract/limits';
import { consentBySignUp } from '../../accounts/consent/give-consent.ts';
import { insertAccount } from '../../accounts/insert-account.ts';
import { replaceLogin } from '../../accounts/login/reset-password.ts';
import { anyone, signedIn } from '../../accounts/policy.ts';
import { accountByEmail, accountById } from '../../accounts/queries.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { confirmHolder } from '../confirm-account.ts';
import { invitedPerson } from './invitation-queries.ts';
import { invitationOf, noteOpened, stateOf, takeInvitation, type InvitationRow } from './invitations.ts';
import { invitationWords } from '#contract/people/invitation-words';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';

/** @throws 400 unless it works */
async function openInvitation(
  { database }: Pick<AppContext, 'database'>,
  token: string,
  now: number,
): Promise<InvitationRow> {
  const row = await invitationOf(database.reader, token);
  const state = stateOf(row, now);
  if (row === undefined || state !== 'open')
    throw httpErrors.badRequest(invitationWords[state === 'open' ? 'unknown' : state]);
  return row;
}

/** Unconfirmed may be a stranger's signup: the invited holder takes over. */
async function accountOf(database: Reader, email: string): Promise<{ id: number; isTaken: boolean } | null> {
  const account = await accountByEmail(database, email);
  if (account === undefined) return null;
  return { id: account.id, isTaken: account.role !== 'student' || account.confirmed_at !== null };
}

async function take(writer: Writer, id: number, now: number): Promise<void> {
  if (!(await takeInvitation(writer, id, now))) throw httpErrors.badRequest(invitationWords.used);
}

/** Also records that it was opened. */
async function readInvitation(
  context: Pick<AppContext, 'database' | 'clock' | 'log'>,
  token: string,
  viewer: Viewer | null,
): Promise<calls.Invitation> {
  const { database, clock, log } = context;
  const now = clock.now();
  const row = await invitationOf(database.reader, token);
  const state = stateOf(row, now);
  if (row === undefined || state !== 'open') return { state: state === 'open' ? 'unknown' : state };
  if (row.opened_at === null) {
    // Shown even if the write fails.
    await database
      .nonDurableTransaction((writer) => noteOpened(writer, row.id, now))
      .catch((error: unknown) => log.warn({ err: error }, 'could not record that an invitation was opened'));
  }
  const person = await invitedPerson(database.reader, row.email);
  const account = await accountOf(database.reader, row.email);
  const isOwn = account !== null && viewer?.accountId === account.id;
  return {
    state: 'open',
    email: row.email,
    name: person?.name ?? null,
    batch: person?.batch ?? null,
    course: person?.course ?? null,
    until: isoInstant(row.expires_at),
    asks_phone: person?.phone == null,
    has_account: account !== null && (isOwn || account.isTaken),
    is_own: isOwn,
  };
}

/**
 * Or takes over an unconfirmed account. The link proves the address: confirmed, with imported data.
 * @throws 400 for a used, expired or revoked invitation, and without a name or phone it lacks; 409 for an
 * address with a confirmed account
 */
async function acceptInvitation(
  context: AppContext,
  { token, password, ...typed }: z.output<typeof calls.acceptInvitation.body>,
): Promise<{ accountId: number; email: string }> {
  const { database, clock, passwords } = context;
  const { email } = await openInvitation(context, token, clock.now());
  const person = await invitedPerson(database.reader, email);
  const [name, phone] = [person?.name ?? typed.name, person?.phone ?? typed.phone];
  if (name === undefined) throw httpErrors.badRequest(messages.nameRequired);
  if (phone === undefined) throw httpErrors.badRequest(messages.phoneInvalid);
  const refuseTaken = async (reader: Reader) => {
    const account = await accountOf(reader, email);
    if (account?.isTaken === true) throw httpErrors.conflict(invitationWords.hasAccount);
    return account;
  };
  // Before the expensive hash.
  await refuseTaken(database.reader);
  const passwordHash = await passwords.hash(password);
  try {
    const accountId = await database.transaction(async (writer) => {
      const now = clock.now();
      const row = await openInvitation({ database: { ...database, reader: writer } }, token, now);
      await take(writer, row.id, now);
      // The office may have corrected it.
      const known = await invitedPerson(writer, email);
      const holder = { name: known?.name ?? name, phone: known?.phone ?? phone };
      const squatted = await refuseTaken(writer);
      if (squatted !== null)
        await replaceLogin(writer, confirmHolder, { accountId: squatted.id, passwordHash, now, holder });
      const id =
        squatted?.id ??
        (await insertAccount(writer, {
          ...holder,
          email,
          role: 'student',
          password_hash: passwordHash,
          batch_id: known?.batch_id ?? null,
          exit_score: known?.exit_score ?? null,
          grade: known?.grade ?? null,
          must_confirm: 0,
          confirmed_at: now,
          created_at: now,
        }));
      await consentBySignUp(writer, { accountId: id, email, form: 'invitation', now }, typed);
      await recordOwnAuditEvent(writer, {
        at: now,
        accountId: id,
        act: 'accept-invitation',
        subject: email,
        after: {
          way: row.way,
          batch: known?.batch ?? null,
          exit_score: known?.exit_score ?? null,
          grade: known?.grade ?? null,
        },
      });
      return id;
    });
    return { accountId, email };
  } catch (error) {
    if (isUniqueViolation(error)) throw httpErrors.conflict(invitationWords.hasAccount);
    throw error;
  }
}

/** @throws 400 for a used, expired or revoked invitation; 409 for another account's */
async function joinByInvitation(
  context: Pick<AppContext, 'database' | 'clock'>,
  viewer: Viewer,
  token: string,
): Promise<{ message: string; batch: string | null }> {
  const { database, clock } = context;
  const now = clock.now();
  return database.transaction(async (writer) => {
    const row = await openInvitation({ database: { ...database, reader: writer } }, token, now);
    const account = await accountById(writer, viewer.accountId);
    if (viewer.role !== 'student' || account.email !== normalizeEmail(row.email))
      throw httpErrors.conflict(`This invitation is for ${row.email}. Please log in with that account.`);
    await take(writer, row.id, now);
    await confirmHolder(writer, viewer.accountId, now);
    const person = await invitedPerson(writer, account.email);
    await recordOwnAuditEvent(writer, {
      at: now,
      accountId: viewer.accountId,
      act: 'join-by-invitation',
      subject: account.email,
      after: { way: row.way, batch: person?.batch ?? null },
    });
    return { message: messages.addressConfirmed, batch: person?.batch ?? null };
  });
}

export const acceptCalls = [
  read(calls.readInvitation, {
    who: anyone,
    run: ({ context, viewer, query: { token } }) => readInvitation(context, token, viewer),
  }),

  read(calls.acceptInvitation, {
    who: anyone,
    async run({ context, body, request }) {
      const { email } = await logOutcome(
        request,
        {
          done: 'signed-up',
          refused: { 400: 'confirmation-refused' },
          account: ({ accountId }) => accountId,
        },
        () => acceptInvitation(context, body),
      );
      return { message: messages.invitationAccepted, email };
    },
  }),

  read(calls.joinByInvitation, {
    who: signedIn,
    run: ({ context, resource: viewer, body, request }) =>
      logOutcome(request, { done: 'address-confirmed', refused: { 400: 'confirmation-refused' } }, () =>
        joinByInvitation(context, viewer, body.token),
      ),
  }),
];
