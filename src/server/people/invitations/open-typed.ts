import { normalizePhone } from '#contract/accounts/phone';
import { normalizeEmail, phonePattern } from '#contract/limits';
import * as calls from '#contract/people/invitation-calls';
import { codeWords } from '#contract/people/invitation-code-words';
import { invitationWords } from '#contract/people/invitation-words';
import { importedPeopleAs } from '../../accounts/people-queries.ts';
import { anyone } from '../../accounts/policy.ts';
import { hashToken, makeToken } from '../../accounts/random-token.ts';
import {
  beginAttempts,
  countedByNetwork,
  enforceRateLimits,
  removeAttempts,
  type Counted,
} from '../../accounts/rate-limits.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import type { PasswordTurn } from '../../platform/passwords/password-hasher.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { stateOf } from './invitations.ts';
import { readInvitationCode } from './typed-codes.ts';

/** Siblings may share a phone. */
const mostPeople = 5;
/** Sheets that were printed again. */
const mostCodes = 5;

type Contact = { by: 'phone' | 'email'; value: string };

function readContact(typed: string): Contact {
  const phone = normalizePhone(typed);
  return phonePattern.test(phone)
    ? { by: 'phone', value: phone }
    : { by: 'email', value: normalizeEmail(typed) };
}

const findPeople = (reader: Reader, { by, value }: Contact) =>
  reader
    .selectFrom(importedPeopleAs('person'))
    .where(`person.${by}`, '=', value)
    .orderBy('person.email')
    .limit(mostPeople)
    .select(['person.email', 'person.batch_id as batchId'])
    .execute();

async function findCodes(reader: Reader, emails: readonly string[]) {
  if (emails.length === 0) return [];
  return reader
    .selectFrom('invitations')
    .where('email', 'in', emails)
    .where('code_hash', 'is not', null)
    .orderBy('id', 'desc')
    .limit(mostCodes)
    .select(['id', 'email', 'way', 'code_hash', 'expires_at', 'opened_at', 'used_at', 'revoked_at'])
    .execute();
}

/**
 * In the same time for a contact that nobody has, as far as it can be.
 * @param turn.begin is called once, before anything is hashed
 */
async function matchingCode(
  { database, passwords }: Pick<AppContext, 'database' | 'passwords'>,
  { code, emails, turn }: { code: string; emails: string[]; turn: PasswordTurn },
) {
  const rows = await findCodes(database.reader, emails);
  if (rows.length === 0) await passwords.verify(code, null, turn);
  const { begin: _, ...again } = turn;
  for (const [n, row] of rows.entries())
    if (await passwords.verify(code, row.code_hash, n === 0 ? turn : again)) return row;
  return undefined;
}

/**
 * The link of a printed code, which the email or the phone that the office imported must accompany.
 * @throws 400 for a wrong pair, the same for each reason, and for a code that was used, expired or withdrawn; 429
 */
async function openTyped(
  context: AppContext,
  { code: typed, contact: typedContact }: { code: string; contact: string },
  network: string,
): Promise<string> {
  const { database, clock } = context;
  const code = readInvitationCode(typed);
  if (code === null) throw httpErrors.badRequest(codeWords.notACode);
  const contact = readContact(typedContact);
  // By nothing that strangers share with the person: whoever knows a classmate's email must not close a class's codes.
  const counted: Counted[] = [
    ...countedByNetwork('invitation-address', network),
    // Hashed: an anonymisation does not know former phones.
    { kind: 'invitation-contact', subject: hashToken(contact.value), source: network },
  ];
  // Before queueing for the hasher, so that a refused one stays cheap.
  await enforceRateLimits(database.reader, counted, clock.now());
  const people = await findPeople(database.reader, contact);
  const emails = people.map(({ email }) => email);
  // Nobody's, too: both take as long.
  const ofBatch: Counted = { kind: 'invitation-batch', subject: String(people[0]?.batchId ?? '') };
  let attempts: number[] = [];
  // Counted when its turn comes: right codes of a whole class may wait at once.
  const begin = async () => void (attempts = await beginAttempts(context, [...counted, ofBatch], counted));
  const turn = { network, account: contact.value, isKnown: false, begin };
  const row = await matchingCode(context, { code, emails, turn });
  if (row === undefined) throw httpErrors.badRequest(codeWords.wrongCode);
  const now = clock.now();
  const state = stateOf(row, now);
  const token = makeToken();
  const isOpened =
    state === 'open' &&
    (await database.transaction(async (writer) => {
      await removeAttempts(writer, attempts);
      const opened = await writer
        .updateTable('invitations')
        .set((of) => ({
          code_token_hash: hashToken(token),
          opened_at: of.fn.coalesce('opened_at', of.val(now)),
        }))
        .where('id', '=', row.id)
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return opened !== undefined;
    }));
  if (!isOpened) throw httpErrors.badRequest(invitationWords[state === 'open' ? 'used' : state]);
  return token;
}

export const openTypedCall = read(calls.openTypedInvitation, {
  who: anyone,
  run: async ({ context, body, request }) => ({
    token: await logOutcome(
      request,
      { done: () => null, refused: { 400: 'confirmation-refused', 429: 'signup-paused' } },
      () => openTyped(context, body, networkOf(request.ip)),
    ),
  }),
});
