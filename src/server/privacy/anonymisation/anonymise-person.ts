import { randomBytes } from 'node:crypto';
import * as calls from '#contract/privacy/calls';
import { nameKey } from '#contract/fold-text';
import { shownName } from '#contract/accounts/person-name';
import { personToErase, type PersonToErase } from '../../accounts/account-data.ts';
import { lockAccount, requireAccount } from '../../accounts/queries.ts';
import { freshly } from '../../accounts/second-factor/fresh-proof.ts';
import { act } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import { refuseHeld } from '../retention/holds.ts';
import { lockRetention } from '../retention/retention-queries.ts';
import {
  hashAddress,
  makeSalt,
  type AnonymisationRow,
  beginAnonymisation,
  finishKind,
  setRunning,
} from './anonymisation-records.ts';
import { erasePerson, findElsewhere } from './erase-person.ts';
import { type Asked, administratorAbout, unknownStudent } from './policy.ts';
import { type ListBackups, readPersonData } from './read-person-data.ts';

/** `actorId` is null for the operator's commands. */
export type Anonymisation = { accountId: number; actorId: number | null; reason: string };

/** From a record outside of the database. */
export type KnownAnonymisation = Pick<AnonymisationRow, 'at' | 'salt' | 'addresses'>;

/** Undeliverable (RFC 2606). */
const makeAddress = (): string => `removed-${randomBytes(8).toString('hex')}@removed.invalid`;

const isThere = (text: string, part: string) => part !== '' && nameKey(text).includes(nameKey(part));

/** The reason is kept, so it must not name the person. */
function requireNameless(
  reason: string,
  { name, phone, addresses, requestedAddresses }: PersonToErase,
): void {
  const naming = [shownName(name), phone ?? '', ...addresses, ...requestedAddresses];
  if (reason === '') throw httpErrors.badRequest('The reason is required');
  if (naming.some((part) => isThere(reason, part)))
    throw httpErrors.badRequest(
      'The reason stays in the audit log. Remove the name, email and phone number from it.',
    );
}

/** @returns uploads whose bytes are to be removed after the commit */
async function anonymiseIn(
  writer: Writer,
  { person, elsewhere }: { person: PersonToErase; elsewhere: Elsewhere },
  {
    actorId,
    reason,
    now,
    known,
  }: { actorId: number | null; reason: string; now: number; known?: KnownAnonymisation },
) {
  const { accountId, signedUpAt, addresses } = person;
  const salt = known?.salt ?? makeSalt();
  await beginAnonymisation(writer, {
    account_id: accountId,
    at: known?.at ?? now,
    actor_id: actorId,
    reason,
    signed_up_at: signedUpAt,
    salt,
    addresses: known?.addresses ?? JSON.stringify(addresses.map((address) => hashAddress(salt, address))),
  });
  const email = makeAddress();
  const uploads = await erasePerson(writer, person, { email, elsewhere, now });
  await setRunning(writer, accountId, false);
  await recordAuditEvent(writer, {
    at: now,
    actorId,
    act: 'anonymise-person',
    subject: email,
    aboutId: accountId,
    after: { reason },
  });
  await enqueueJob(writer, finishKind, { account: accountId }, { now, key: String(accountId) });
  return uploads;
}

/** What fails is removed by the next sweep. */
async function removeUploads(
  { files, log }: Pick<AppContext, 'files' | 'log'>,
  uploads: readonly { id: string; place: string | null }[],
): Promise<void> {
  for (const upload of uploads) {
    await files.partial
      .remove(upload)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'an upload could not be removed; the next sweep tries again'),
      );
  }
}

type Elsewhere = Awaited<ReturnType<typeof findElsewhere>>;
type Uploads = Awaited<ReturnType<typeof anonymiseIn>>;

const elsewhereOf = async (reader: Reader, accountId: number): Promise<Elsewhere> =>
  findElsewhere(reader, await personToErase(reader, accountId));

/**
 * Personal data, texts, posts, mails and the audit log's words go; number, times, size and SHA-256 of each submission,
 * marks, batch and project stay. A job removes the files' bytes.
 * @throws 400 for a reason that names the person, 409 for staff, an anonymised person, and one with a hold
 */
async function anonymiseStudent(
  writer: Writer,
  { accountId, actorId, reason }: Anonymisation,
  { elsewhere, now }: { elsewhere: Elsewhere; now: number },
): Promise<Uploads> {
  await lockRetention(writer);
  await lockAccount(writer, accountId);
  const person = await personToErase(writer, accountId);
  if (person.role !== 'student') throw httpErrors.conflict('Only a student’s account can be anonymised.');
  if (person.anonymisedAt !== null) throw httpErrors.conflict('This person is already anonymised.');
  await refuseHeld(writer, accountId);
  requireNameless(reason, person);
  return anonymiseIn(writer, { person, elsewhere }, { actorId, reason, now });
}

/** For the operator's commands. */
export async function anonymisePerson(
  context: AppContext,
  { accountId, reason }: Omit<Anonymisation, 'actorId'>,
): Promise<void> {
  const { database, clock } = context;
  const elsewhere = await elsewhereOf(database.reader, accountId);
  const now = clock.now();
  const uploads = await database.transaction((writer) =>
    anonymiseStudent(writer, { accountId, actorId: null, reason }, { elsewhere, now }),
  );
  await removeUploads(context, uploads);
}

/**
 * By the portal itself, whose reason names nobody.
 * @param isWanted asked while the setting, holds and the account are locked
 * @returns whether it was
 */
export async function anonymiseWhere(
  context: AppContext,
  { accountId, reason }: Omit<Anonymisation, 'actorId'>,
  isWanted: (writer: Writer) => Promise<boolean>,
): Promise<boolean> {
  const { database, clock } = context;
  const elsewhere = await elsewhereOf(database.reader, accountId);
  const now = clock.now();
  const uploads = await database.transaction(async (writer) => {
    await lockRetention(writer);
    await lockAccount(writer, accountId);
    if (!(await isWanted(writer))) return null;
    const person = await personToErase(writer, accountId);
    return anonymiseIn(writer, { person, elsewhere }, { actorId: null, reason, now });
  });
  if (uploads !== null) await removeUploads(context, uploads);
  return uploads !== null;
}

/** Anonymises a student for good. The first request erases the address: a repetition still names it. */
export const anonymisation = (listBackups: ListBackups) =>
  act(calls.anonymisePerson, {
    who: freshly<Asked>(administratorAbout),
    async prepare({ context, resource: { s_id, accountId }, body: { address } }) {
      const uploads: { removed: Uploads } = { removed: [] };
      if (accountId === null) return { elsewhere: null, uploads };
      if (address !== s_id) throw httpErrors.badRequest(`Enter the email ${s_id} to confirm.`);
      return { elsewhere: await elsewhereOf(context.database.reader, accountId), uploads };
    },
    key: {
      kind: 'anonymisation',
      content: ({ resource: { s_id }, body: { address, reason } }) => [s_id, address, reason],
    },
    async run(writer, { viewer, resource: { accountId }, body: { reason }, prepared, now }) {
      const { elsewhere, uploads } = prepared;
      if (accountId === null || elsewhere === null) throw unknownStudent();
      const asked = { accountId, actorId: viewer.accountId, reason };
      uploads.removed = await anonymiseStudent(writer, asked, { elsewhere, now });
      return { id: accountId };
    },
    after: ({ context, prepared }) => removeUploads(context, prepared.uploads.removed),
    answer: (_, { context }, id) => readPersonData(context, id, listBackups),
  });

/** @returns whether there was anything to do */
export async function anonymiseRestored(
  context: AppContext,
  accountId: number,
  known: KnownAnonymisation,
): Promise<boolean> {
  const { database, clock } = context;
  const now = clock.now();
  const elsewhere = await elsewhereOf(database.reader, accountId);
  const uploads = await database.transaction(async (writer) => {
    await lockAccount(writer, accountId);
    const person = await personToErase(writer, accountId);
    // Another process was first.
    if (person.anonymisedAt !== null) return null;
    const reason = 'Found again in a restored backup.';
    return anonymiseIn(writer, { person, elsewhere }, { actorId: null, reason, now, known });
  });
  if (uploads !== null) await removeUploads(context, uploads);
  return uploads !== null;
}

/** Erases what concurrent requests wrote meanwhile. */
export async function eraseLateWords(context: AppContext, accountId: number): Promise<void> {
  const { database, clock } = context;
  const person = await personToErase(database.reader, accountId);
  // Later mails do not have the name.
  const elsewhere = { names: [], mails: [], upTo: 0 };
  const uploads = await database.transaction(async (writer) => {
    await lockAccount(writer, accountId);
    await setRunning(writer, accountId, true);
    const of = { email: person.email, elsewhere, now: person.anonymisedAt ?? clock.now() };
    const found = await erasePerson(writer, person, of);
    await setRunning(writer, accountId, false);
    return found;
  });
  await removeUploads(context, uploads);
}

export async function accountOfAddress(
  { database }: Pick<AppContext, 'database'>,
  email: string,
): Promise<number> {
  return (await requireAccount(database.reader, email)).id;
}
