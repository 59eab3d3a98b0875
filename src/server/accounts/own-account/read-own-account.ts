import { isoInstant, instantOrNull } from '#contract/dates';
import { getsMail, noticeMailNames } from '#contract/notices/notice-kinds';
import * as calls from '#contract/accounts/own-account-calls';
import { consentStates, guardianOf } from '../consent/consent-queries.ts';
import { mailsTurnedOff } from './mail-choices.ts';
import type { AppContext } from '../../platform/context.ts';
import { deletionAskedAt, holderOf, waitingEmail } from './own-account-queries.ts';
import { factorsOf, recoveryCodesLeft } from '../second-factor/factor-queries.ts';
import { isProven } from '../sessions/recent-proof.ts';
import { passkeySite } from '../second-factor/passkeys.ts';
import { hashToken } from '../random-token.ts';
import { signedIn } from '../policy.ts';
import { read } from '../sessions/act.ts';
import { sessionTokenOf } from '../sessions/cookies.ts';
import { idOfSession, sessionsOf } from '../sessions/sessions.ts';
import type { Viewer } from '../sessions/viewer.ts';

/** @param sessionToken of this request */
async function readOwnAccount(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  viewer: Viewer,
  sessionToken: string | null,
): Promise<calls.OwnAccount> {
  const { database, clock, settings } = context;
  const { accountId, email, name, role } = viewer;
  const { reader } = database;
  const now = clock.now();
  const own = sessionToken === null ? null : hashToken(sessionToken);
  const { phone, passwordHash } = await holderOf(reader, accountId);
  const askedAt = await deletionAskedAt(reader, accountId);
  const sessions = await sessionsOf(context, viewer);
  const guardian = await guardianOf(reader, accountId);
  const off = await mailsTurnedOff(reader, { accountId });
  return {
    s_id: email,
    s_name: name,
    phone,
    has_password: passwordHash !== null,
    new_email: await waitingEmail(reader, { accountId, email, now }),
    deletion_asked_at: instantOrNull(askedAt),
    sessions: sessions.map(({ tokenHash, device, createdAt, usedAt }) => ({
      id: idOfSession(tokenHash),
      device,
      began_at: isoInstant(createdAt),
      used_at: isoInstant(usedAt),
      is_this: tokenHash === own,
    })),
    second_factor: {
      offers_passkeys: passkeySite(settings) !== null,
      factors: (await factorsOf(reader, accountId)).map(({ id, kind, name: called, addedAt, usedAt }) => ({
        id: String(id),
        kind,
        name: called,
        added_at: isoInstant(addedAt),
        used_at: instantOrNull(usedAt),
      })),
      recovery_codes_left: await recoveryCodesLeft(reader, accountId),
      is_proven: isProven(viewer, now),
    },
    mails: noticeMailNames
      .filter((mail) => getsMail(role, mail))
      .map((mail) => ({ mail, is_on: !off.some((row) => row.mail === mail) })),
    ...(role === 'student' && { consents: await consentStates(reader, accountId) }),
    ...(guardian !== null && { guardian }),
  };
}

export const ownAccount = read(calls.readOwnAccount, {
  who: signedIn,
  run: ({ context, resource: viewer, request }) =>
    readOwnAccount(context, viewer, sessionTokenOf(request, context.settings)),
});
