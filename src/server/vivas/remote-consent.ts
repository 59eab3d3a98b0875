import { shownName } from '#contract/accounts/person-name';
import { instantOrNull, isoInstant } from '#contract/dates';
import { limits } from '#contract/limits';
import * as calls from '#contract/vivas/remote-consent-calls';
import { remoteVivaWords } from '#contract/vivas/remote-consent';
import {
  giveRemoteConsent,
  remoteConsentOf,
  withdrawRemoteConsent,
} from '../accounts/consent/remote-consent.ts';
import { administrator, selfOrMentor, student } from '../accounts/policy.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { withoutRemoteConsent } from '../progress/time/remote-vivas.ts';
import { vivaTimeOf } from '../progress/time/viva-times.ts';

async function isRemote(reader: Reader, accountId: number): Promise<boolean> {
  const [viva] = await vivaTimeOf(reader, { accountId });
  return viva !== undefined && viva.cancelledAt === null && viva.link !== null;
}

const present = async (reader: Reader, accountId: number): Promise<calls.RemoteConsent> => ({
  asked: await isRemote(reader, accountId),
  words: remoteVivaWords,
  given_at: instantOrNull(await remoteConsentOf(reader, accountId)),
});

export const remoteConsentCalls = [
  read(calls.readRemoteConsent, {
    who: selfOrMentor,
    run: ({ context, resource: { accountId } }) => present(context.database.reader, accountId),
  }),

  act(calls.setRemoteConsent, {
    who: student,
    async run(writer, { resource: { accountId, email }, body: { agrees }, now }) {
      const given = await remoteConsentOf(writer, accountId);
      if (agrees === (given !== null)) return { id: accountId };
      const person = { subject: email, aboutId: accountId };
      if (!agrees) {
        await withdrawRemoteConsent(writer, accountId, now);
        const audit = { ...person, act: 'withdraw-consent', after: { subject: 'remote-viva' } } as const;
        return { id: accountId, audit };
      }
      if (!(await isRemote(writer, accountId)))
        throw httpErrors.conflict('Your viva is not by video link, so there is nothing to agree to.');
      const version = await giveRemoteConsent(writer, accountId, now);
      const after = { 'remote-viva': version, form: 'account' };
      return { id: accountId, audit: { ...person, act: 'give-consent', after } };
    },
    answer: (reader, { resource: { accountId } }) => present(reader, accountId),
  }),

  read(calls.listWithoutRemoteConsent, {
    who: administrator,
    async run({ context: { database, clock } }) {
      const rows = await withoutRemoteConsent(database.reader, { now: clock.now(), limit: limits.pageSize });
      return {
        students: rows.map(({ email, name, batch, startsAt, room }) => ({
          student: { s_id: email, s_name: shownName(name) },
          batch,
          starts_at: isoInstant(startsAt),
          room,
        })),
        count: Number(rows[0]?.count ?? 0),
      };
    },
  }),
];
