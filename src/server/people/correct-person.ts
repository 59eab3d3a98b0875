import * as calls from '#contract/people/calls';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { isSame } from '#contract/began';
import { serverMessages } from '../platform/http/server-messages.ts';
import { correctEmail } from '../accounts/own-account/change-email.ts';
import { correctProfile } from '../accounts/own-account/change-profile.ts';
import type { ConfirmHolder } from '../accounts/sign-up/email-confirmations.ts';
import {
  forgetKnown,
  hasImported,
  markAsCorrection,
  readImportedProfile,
} from '../accounts/imported-profiles.ts';
import { issuePasswordReset } from '../accounts/login/issue-password-reset.ts';
import { accountById, lockAccount } from '../accounts/queries.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';
import { act, read } from '../accounts/sessions/act.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { pick } from '../platform/import-files/plan.ts';
import { portalLink } from '../platform/portal-link.ts';
import { confirmByOffice } from './confirm-account.ts';
import { importTyped } from './imports/add-person.ts';
import { personOfOffice, type PersonOfOffice } from './policy.ts';
import { personById } from './queries.ts';
import { readPerson, shownKnown } from './read-people.ts';
import { readScore } from './sheets/row-fields.ts';

/** The fields of an import. */
const known = ['exit_score', 'grade'] as const;

const changedMeanwhile = 'This person’s details were changed in the meantime. Your version is not saved yet.';

/** @throws 409 for somebody anonymised */
async function lockPerson(writer: Writer, accountId: number) {
  await lockAccount(writer, accountId);
  const [row] = await personById(writer, { accountId });
  if (row === undefined) throw new Error(`account ${accountId} is gone`);
  if (row.anonymisedAt !== null) throw httpErrors.conflict(serverMessages.personAnonymised);
  return row;
}

const currentPerson = (
  writer: Writer,
  { context, resource }: { context: AppContext; resource: PersonOfOffice },
) => readPerson({ ...context, database: { ...context.database, reader: writer } }, resource);

/** The fields are unknown again. */
async function removeImported(
  writer: Writer,
  account: { id: number; email: string },
  fields: readonly (typeof known)[number][],
  { actorId, now: at }: { actorId: number; now: number },
): Promise<void> {
  const { after: before } = await readImportedProfile(writer, account);
  const after = Object.fromEntries(fields.map((field) => [field, null]));
  await forgetKnown(writer, account, after);
  const what = { act: 'import-person', subject: account.email, aboutId: account.id } as const;
  await recordAuditEvent(writer, { at, actorId, ...what, before: pick(before, fields), after });
}

export const correctionCalls = [
  act(calls.correctProfile, {
    who: personOfOffice,
    key: {
      kind: 'person-profile',
      content({ resource: { accountId }, body: { name, phone, exit_score = '', grade = '' } }) {
        const isImported = exit_score !== '' || grade !== '';
        return [accountId, name, phone, ...(isImported ? [exit_score, grade] : [])];
      },
    },
    changes: {
      async stored(writer, { resource: { accountId }, body }) {
        const row = await lockPerson(writer, accountId);
        const { exit_score: score, grade } = shownKnown(row);
        const isTyped = score !== null && readScore(body.exit_score ?? '') === score;
        return {
          name: shownName(row.name),
          phone: row.phone ?? '',
          // As typed: 60 and 60.0 are the same score.
          exit_score: isTyped ? body.exit_score : String(score ?? ''),
          grade: grade ?? '',
          row,
          isCompared: body.began !== undefined,
        };
      },
      message: changedMeanwhile,
      current: currentPerson,
    },
    async run(writer, { context, resource: { accountId, viewer }, body, stored, now }) {
      const { row, isCompared } = stored;
      const actorId = viewer.accountId;
      const account = { id: accountId, email: row.email, role: row.role };
      // An old name that is shown otherwise stays as it is.
      const name = isCompared && body.name === stored.name ? row.name : body.name;
      await correctProfile(writer, context, { name, phone: body.phone, account, actorId, now });
      const changed = known.filter((field) => !isCompared || !isSame(body[field], stored[field]));
      const removed = changed.filter((field) => body[field] === null || (isCompared && body[field] === ''));
      if (removed.length > 0) await removeImported(writer, account, removed, { actorId, now });
      const typed = Object.fromEntries(changed.map((field) => [field, body[field] ?? '']));
      if (Object.values(typed).some((text) => text !== '')) {
        const wasImported = await hasImported(writer, row.email);
        const { engine } = context.database;
        await importTyped(writer, { email: row.email, ...typed }, { engine, actorId, now });
        // It waits for the confirmation; somebody who has signed up is not to be invited.
        if (!wasImported) await markAsCorrection(writer, row.email);
      }
      return { id: actorId };
    },
    answer: (_, { context, resource }) => readPerson(context, resource),
  }),

  // The address controls the account.
  act(calls.correctAddress, {
    who: freshly<PersonOfOffice>(personOfOffice),
    key: {
      kind: 'person-address',
      content: ({ resource: { accountId }, body: { email, reason } }) => [accountId, email, reason],
    },
    changes: {
      async stored(writer, { resource: { accountId }, body }) {
        const { email } = await lockPerson(writer, accountId);
        return { email, isNamed: body.began?.email !== undefined };
      },
      message: changedMeanwhile,
      current: currentPerson,
    },
    async run(writer, { context, resource: { accountId, viewer }, body, stored, now }) {
      const { accountId: actorId } = viewer;
      // Somebody else has corrected it so.
      if (stored.isNamed && body.email === stored.email) return { id: actorId };
      // With the new address's import, but without a batch that does not fit the project.
      const confirm: ConfirmHolder = async (_, id) => {
        const change = { account: await accountById(writer, id), actorId, now, tells: false };
        await confirmByOffice(writer, context, { ...change, movesOnlyIfFit: true });
      };
      const account = await accountById(writer, accountId);
      const { email, reason } = body;
      await correctEmail(writer, context, confirm, { account, email, reason, actorId, now });
      return { id: actorId };
    },
    answer: (_, { context, resource }) => readPerson(context, resource),
  }),

  read(calls.makeResetLink, {
    who: freshly<PersonOfOffice>(personOfOffice),
    async run({ context, resource: { accountId, viewer }, reply }) {
      const account = await accountById(context.database.reader, accountId);
      if (account.anonymised_at !== null) throw httpErrors.conflict(serverMessages.personAnonymised);
      const { token, expiresAt } = await issuePasswordReset(context, account.email, viewer.accountId);
      const link = portalLink(context.settings, `/reset-password?token=${token}`);
      reply.header('Cache-Control', 'private, no-store');
      return { link, expires_at: isoInstant(expiresAt) };
    },
  }),
];
