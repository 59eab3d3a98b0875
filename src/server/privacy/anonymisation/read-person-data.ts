import { isoInstant, instantOrNull } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { linkEvents } from '../../accounts/sign-up/email-confirmations.ts';
import * as calls from '#contract/privacy/calls';
import { personToErase } from '../../accounts/account-data.ts';
import { read } from '../../accounts/sessions/act.ts';
import { deletionAskedAt } from '../../accounts/own-account/own-account-queries.ts';
import { accountName } from '../../accounts/queries.ts';
import { countAttachments } from '../../forum/attachments/remove-attachments.ts';
import { privatePersonal } from '../../private-questions/tables.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { countPersonalRows } from '../../platform/database/personal-tables.ts';
import { forumPersonal } from '../../forum/tables.ts';
import { noticesPersonal } from '../../notices/tables.ts';
import { progressPersonal } from '../../progress/tables.ts';
import { countMails } from '../../platform/mail/erase-mails.ts';
import { countSubmissions } from '../../submissions/erase-submissions.ts';
import { countMarks } from '../../marking/erase-marks.ts';
import { holdsOf } from '../retention/holds.ts';
import { planOf } from '../retention/retention-queries.ts';
import { notBefore } from '../retention/retention-times.ts';
import { anonymisationOf } from './anonymisation-records.ts';
import { administratorOfPerson } from './policy.ts';

/** Newest first. */
export type ListBackups = (reader: Reader) => Promise<{ madeAt: number; where: string }[]>;

export async function readPersonData(
  { database: { reader } }: Pick<AppContext, 'database'>,
  accountId: number,
  listBackups: ListBackups,
): Promise<calls.PersonData> {
  const person = await personToErase(reader, accountId);
  const askedAt = await deletionAskedAt(reader, accountId);
  const act = await anonymisationOf(reader, accountId);
  const { versions, files, bytes } = await countSubmissions(reader, accountId);
  const marks = await countMarks(reader, accountId);
  const plan = await planOf(reader, accountId);
  const attached = await countAttachments(reader, accountId);
  return {
    s_id: person.email,
    s_name: shownName(person.name),
    deletion_asked_at: instantOrNull(askedAt),
    anonymised:
      act === undefined
        ? null
        : {
            at: isoInstant(act.at),
            by: act.actor_id === null ? null : await accountName(reader, act.actor_id),
            reason: act.reason,
            files_gone_at: instantOrNull(act.files_gone_at),
          },
    goes: {
      files: files + attached.files,
      bytes: bytes + attached.bytes,
      posts:
        act === undefined
          ? (await countPersonalRows(reader, forumPersonal, ['questions', 'comments'], accountId)) +
            (await countPersonalRows(reader, privatePersonal, ['private_posts'], accountId))
          : 0,
      mails:
        act === undefined
          ? await countMails(reader, { addresses: person.addresses, events: linkEvents(person.accountId) })
          : 0,
      notices: await countPersonalRows(reader, noticesPersonal, ['notices'], accountId),
      notes: await countPersonalRows(reader, progressPersonal, ['staff_notes'], accountId),
    },
    stays: { hand_ins: versions, marks },
    ...(await holdsOf(reader, accountId)),
    removal:
      plan === undefined
        ? null
        : {
            not_before: isoInstant(notBefore(plan.officeAt, plan.personAt)),
            person_notified_at: instantOrNull(plan.personAt),
          },
    backups: (await listBackups(reader)).map(({ madeAt, where: place }) => ({
      made_at: isoInstant(madeAt),
      place,
    })),
  };
}

export const personDataRead = (listBackups: ListBackups) =>
  read(calls.readPersonData, {
    who: administratorOfPerson,
    run: ({ context, resource: { accountId } }) => readPersonData(context, accountId, listBackups),
  });
