import * as calls from '#contract/certificates/name-calls';
import { offeredNameLine } from '#contract/certificates/name-line';
import { certificateNamePath } from '#contract/certificates/name-path';
import { instantOrNull } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { guardianOf } from '../accounts/consent/consent-queries.ts';
import { administratorOfStudent, ownBatchOf, selfOrMentor, signedIn, student } from '../accounts/policy.ts';
import { accountById, lockAccount, studentsToNotify, type StudentRow } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { notify, withdraw } from '../notices/notify.ts';
import { notifiedOf } from '../notices/queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { serverMessages } from '../platform/http/server-messages.ts';
import { localText } from '../platform/zoned-time.ts';
import { countNames, nameLineOf, type NameLineRow, unconfirmedOf } from './name-queries.ts';

const mostListed = 500;
const kind = 'certificate-name';

const confirmedMessage = 'The name on your certificate is already confirmed. To correct it, ask the office.';
const minorMessage =
  'You are under 18, so the office confirms your name with your guardian. Please ask the office.';
const reasonMissing = 'A reason is required';
const guardianMissing = 'Enter how and on which day the guardian confirmed the name.';
const changedMeanwhile = 'The name was changed in the meantime. Your version is not saved yet.';

type Named = Pick<StudentRow, 'accountId' | 'email' | 'name'>;

const guardianIn = ({ guardian, guardianHow, guardianOn }: NameLineRow) =>
  guardian === null ? null : { name: guardian, how: guardianHow ?? '', on: guardianOn ?? '' };

/** @param showsGuardian mentors do not need to know the family */
async function presentName(
  reader: Reader,
  { accountId, email, name }: Named,
  showsGuardian: boolean,
): Promise<calls.CertificateName> {
  const [row] = await nameLineOf(reader, { accountId });
  const shown = shownName(name);
  return {
    s_id: email,
    s_name: shown,
    line: row?.line ?? null,
    confirmed_at: instantOrNull(row?.confirmedAt ?? null),
    confirmed_by: row === undefined ? null : row.confirmedBy === null ? 'student' : 'office',
    guardian: row === undefined || !showsGuardian ? null : guardianIn(row),
    offered: offeredNameLine(shown),
    by_guardian: (await guardianOf(reader, accountId)) !== null,
  };
}

const selfOrOwnMentor: ViewerRule<{ of: StudentRow; viewer: Viewer }> = async (check) => ({
  of: await selfOrMentor(check),
  viewer: signedIn(check),
});

const selfAlone: ViewerRule<Named> = async (check) => {
  student(check);
  return selfOrMentor(check);
};

async function lockName(writer: Writer, accountId: number): Promise<NameLineRow | undefined> {
  await lockAccount(writer, accountId);
  const [row] = await nameLineOf(writer, { accountId });
  return row;
}

export const nameCalls = [
  read(calls.readCertificateName, {
    who: selfOrOwnMentor,
    run: ({ context, resource: { of, viewer } }) =>
      presentName(context.database.reader, of, viewer.role !== 'mentor'),
  }),

  act(calls.confirmCertificateName, {
    who: selfAlone,
    audit: 'confirm-certificate-name',
    async run(writer, { resource, body: { line }, now }) {
      const { accountId, email } = resource;
      const former = await lockName(writer, accountId);
      // Two tabs, or a lost answer: the same line is no second confirmation.
      if (former?.line === line) return { id: accountId };
      if (former !== undefined)
        throw httpErrors.changedMeanwhile(confirmedMessage, await presentName(writer, resource, true));
      if ((await guardianOf(writer, accountId)) !== null) throw httpErrors.conflict(minorMessage);
      await writer
        .insertInto('certificate_names')
        .values({ account_id: accountId, line, confirmed_at: now, confirmed_by: null })
        .execute();
      await withdraw(writer, { kind, about: kind, accounts: [accountId], now });
      return { id: accountId, audit: { subject: email, aboutId: accountId, after: { line } } };
    },
    answer: (reader, { resource }) => presentName(reader, resource, true),
  }),

  act(calls.correctCertificateName, {
    who: administratorOfStudent,
    changes: {
      async stored(writer, { resource: { student: of } }) {
        const former = await lockName(writer, of.accountId);
        return { line: former?.line ?? '', former };
      },
      message: changedMeanwhile,
      current: (reader, { resource: { student: of } }) => presentName(reader, of, true),
    },
    audit: 'correct-certificate-name',
    async run(writer, { resource: { student: of, viewer }, body, stored: { former }, now }) {
      if ((await accountById(writer, of.accountId)).anonymised_at !== null)
        throw httpErrors.conflict(serverMessages.personAnonymised);
      const { line, reason, guardian, guardian_how: how, guardian_on: on } = body;
      const isMinor = (await guardianOf(writer, of.accountId)) !== null;
      if (isMinor && guardian === '')
        throw httpErrors.badRequest('Enter which guardian confirmed the name: the student is under 18.');
      if (guardian !== '' && (how === '' || on === '')) throw httpErrors.badRequest(guardianMissing);
      if (reason === '' && (guardian === '' || former !== undefined))
        throw httpErrors.badRequest(reasonMissing);
      const { accountId } = of;
      const noted = guardian === '' ? {} : { guardian, guardian_how: how, guardian_on: on };
      await writer
        .insertInto('certificate_names')
        .values({ account_id: accountId, line, confirmed_at: now, confirmed_by: viewer.accountId, ...noted })
        .execute();
      await withdraw(writer, { kind, about: kind, accounts: [accountId], now });
      await notify(writer, {
        kind,
        event: `set:${accountId}:${now}`,
        accounts: [accountId],
        about: kind,
        text: 'The office has set the name on your certificate',
        href: certificateNamePath,
        now,
      });
      const audit = { subject: of.email, aboutId: accountId, before: former && { line: former.line } };
      return { id: viewer.accountId, audit: { ...audit, after: { line, ...(reason && { reason }) } } };
    },
    answer: (reader, { resource: { student: of } }) => presentName(reader, of, true),
  }),

  read(calls.listUnconfirmedNames, {
    who: ownBatchOf,
    async run({ context: { database }, resource: { batch } }) {
      const rows = await unconfirmedOf(database.reader, batch.id, mostListed);
      return {
        ...(await countNames(database.reader, batch.id)),
        list: rows.map(({ email, name, isMinor }) => ({
          s_id: email,
          s_name: shownName(name),
          by_guardian: isMinor,
        })),
      };
    },
  }),

  // Of a student under 18 the office asks the guardian.
  act(calls.remindOfNames, {
    who: ownBatchOf,
    audit: 'remind-of-names',
    async run(writer, { context, resource: { batch, viewer }, now }) {
      const day = localText(now, context.settings.academyZone).slice(0, 10);
      const event = `remind:${batch.id}:${day}`;
      const known = new Set(await studentsToNotify(writer, batch.id, context.settings));
      const told = await notifiedOf(writer, { kind, event });
      const rows = await unconfirmedOf(writer, batch.id, Number.MAX_SAFE_INTEGER);
      const accounts = rows.flatMap(({ id, isMinor }) =>
        isMinor || told.has(id) || !known.has(id) ? [] : [id],
      );
      const text = 'Please confirm the name for your certificate';
      await notify(writer, { kind, event, accounts, about: kind, text, href: certificateNamePath, now });
      const count = { reminded: accounts.length };
      return { id: viewer.accountId, audit: { subject: batch.name, after: count }, shown: count };
    },
    // A repetition reminds nobody again.
    answer: async (_, { shown }) => shown ?? { reminded: 0 },
  }),
];
