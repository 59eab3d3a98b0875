import type { FastifyRequest } from 'fastify';
import type { Insertable } from 'kysely';
import { limits } from '#contract/limits';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import * as calls from '#contract/accounts/second-factor-calls';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { qrPath } from '../../platform/qr-path.ts';
import { notifyHolder } from '../own-account/notify-holder.ts';
import { lockAccount } from '../queries.ts';
import { hashToken } from '../random-token.ts';
import { sessionTokenOf } from '../sessions/cookies.ts';
import { read } from '../sessions/declared.ts';
import { freshlySignedIn } from './fresh-proof.ts';
import type { Viewer } from '../sessions/viewer.ts';
import {
  issueChallenge,
  readChallenge,
  takeChallenge,
  factorsOf,
  markSecondFactor,
} from './factor-queries.ts';
import { storedAppSecret, appAddress, makeAppSecret, periodOfCode } from './app-secret.ts';
import { checkNewPasskey, passkeyToMake } from './passkeys.ts';
import { storeRecoveryCodes, makeRecoveryCodes, readTypedCode } from './recovery-codes.ts';
import { words } from './words.ts';

/** `holder` is the hash of the session's token. */
type Who = { viewer: Viewer; holder: string };

/** @throws 409 */
async function requireRoom(reader: Reader, { accountId }: Pick<Viewer, 'accountId'>): Promise<void> {
  if ((await factorsOf(reader, accountId)).length >= limits.factors) throw httpErrors.conflict(words.tooMany);
}

/** The secret counts once a code of it is sent, so that a typo locks nobody out. */
async function beginApp(context: AppContext, { viewer, holder }: Who): Promise<calls.AppSecret> {
  await requireRoom(context.database.reader, viewer);
  const { database, clock, settings } = context;
  const [secret, now] = [makeAppSecret(), clock.now()];
  await database.transaction((writer) =>
    issueChallenge(writer, { holder, purpose: 'add-app', value: secret, now }),
  );
  const uri = appAddress(secret, { issuer: settings.academyName, label: viewer.email });
  return { secret, uri, picture: qrPath(uri) };
}

/** @throws 400 for a wrong code or an expired set-up; 409 */
async function addApp(
  context: AppContext,
  { viewer, holder }: Who,
  { name, code }: { name: string; code: string },
): Promise<calls.AddedFactor> {
  const { database, clock } = context;
  const now = clock.now();
  const challenge = { holder, purpose: 'add-app', now } as const;
  const secret = await readChallenge(database.reader, challenge);
  if (secret === null) throw httpErrors.badRequest(words.appTooLate);
  const typed = readTypedCode(code);
  const period = typed?.kind === 'app' ? periodOfCode(secret, typed.code, now) : null;
  if (period === null) throw httpErrors.badRequest(words.appCodeWrong);
  // The first code is used up and cannot log in.
  return addFactor(context, viewer, async (writer) => {
    if ((await takeChallenge(writer, challenge)) === null) throw httpErrors.badRequest(words.appTooLate);
    const stored = storedAppSecret(context, { accountId: viewer.accountId, secret });
    return { kind: 'app', name, secret: stored, counter: period };
  });
}

/** @throws 409 */
async function beginPasskey(context: AppContext, { viewer, holder }: Who) {
  await requireRoom(context.database.reader, viewer);
  const { accountId, email, name } = viewer;
  return passkeyToMake(context, { accountId, holder, email, name });
}

/** @throws 400, 409 */
async function addPasskey(
  context: AppContext,
  { viewer, holder }: Who,
  { name, passkey }: { name: string; passkey: calls.CreatedPasskey },
): Promise<calls.AddedFactor> {
  const made = await checkNewPasskey(context, { accountId: viewer.accountId, holder }, passkey);
  return addFactor(context, viewer, async () => ({ kind: 'passkey', name, ...made }));
}

type NewFactor = Omit<Insertable<Tables['second_factors']>, 'account_id' | 'added_at' | 'used_at'>;

async function addFactor(
  context: AppContext,
  viewer: Viewer,
  make: (writer: Writer) => Promise<NewFactor>,
): Promise<calls.AddedFactor> {
  const { database, clock } = context;
  const { accountId, email } = viewer;
  await requireRoom(context.database.reader, viewer);
  // Only with the first factor; later ones keep the existing codes valid.
  const codes = viewer.hasSecondFactor ? null : await makeRecoveryCodes(context);
  const now = clock.now();
  await database
    .transaction(async (writer) => {
      await lockAccount(writer, accountId);
      await requireRoom(writer, viewer);
      const factor = await make(writer);
      const row = { credential_id: null, transports: null, ...factor, account_id: accountId };
      await writer
        .insertInto('second_factors')
        .values({ ...row, added_at: now, used_at: null })
        .execute();
      await markSecondFactor(writer, accountId);
      if (codes !== null) await storeRecoveryCodes(writer, accountId, codes);
      const after = { kind: factor.kind };
      await recordOwnAuditEvent(writer, {
        at: now,
        accountId,
        act: 'add-second-factor',
        subject: email,
        after,
      });
      const what = factor.kind === 'passkey' ? 'A passkey' : 'An authenticator app';
      const subject = `${what} has been added to your account`;
      const lead = `${what} has been added to your account. From now on, logging in needs two-step verification.`;
      await notifyHolder(writer, context, accountId, { subject, lead, now });
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? httpErrors.conflict(words.passkeyKnown) : error;
    });
  return { message: ownAccountMessages.factorAdded, recovery_codes: codes?.shown ?? null };
}

const whoOf = (viewer: Viewer, request: FastifyRequest, { settings }: AppContext): Who => ({
  viewer,
  holder: hashToken(sessionTokenOf(request, settings) as string),
});

export const addFactorCalls = [
  read(calls.beginApp, {
    who: freshlySignedIn,
    run: ({ context, resource, request }) => beginApp(context, whoOf(resource, request, context)),
  }),

  read(calls.addApp, {
    who: freshlySignedIn,
    run({ context, resource, body, request }) {
      const add = () => addApp(context, whoOf(resource, request, context), body);
      return logOutcome(request, { done: 'second-factor-added' }, add);
    },
  }),

  read(calls.beginPasskey, {
    who: freshlySignedIn,
    run: async ({ context, resource, request }) => ({
      ...(await beginPasskey(context, whoOf(resource, request, context))),
    }),
  }),

  read(calls.addPasskey, {
    who: freshlySignedIn,
    run({ context, resource, body, request }) {
      const add = () => addPasskey(context, whoOf(resource, request, context), body);
      return logOutcome(request, { done: 'second-factor-added' }, add);
    },
  }),
];
