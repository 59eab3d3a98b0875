import { shownName } from '#contract/accounts/person-name';
import { linkEvents, unownedLinkMails } from '../../accounts/sign-up/email-confirmations.ts';
import { eraseAccount, type PersonToErase } from '../../accounts/account-data.ts';
import { eraseNoticesAbout } from '../../notices/remove-notices.ts';
import { eraseCertificates } from '../../certificates/erase-certificates.ts';
import { cataloguePersonal } from '../../catalogue/tables.ts';
import { certificatesPersonal } from '../../certificates/tables.ts';
import { noticesPersonal } from '../../notices/tables.ts';
import { eraseFromAuditLog } from '../../audit/erase-from-audit-log.ts';
import { formerNamesOf } from '../../audit/list-lines.ts';
import { eraseAttachments } from '../../forum/attachments/remove-attachments.ts';
import { postNamesOf, questionsOf } from '../../forum/reading/author-queries.ts';
import { forumPersonal } from '../../forum/tables.ts';
import { forgetInvitations } from '../../people/invitations/invitations.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import {
  erasePersonalRows,
  platformPersonal,
  anonymousName,
} from '../../platform/database/personal-tables.ts';
import { eraseMails, mailsNaming, replaceInMails } from '../../platform/mail/erase-mails.ts';
import { erasePrivateQuestions, privatePersonal } from '../../private-questions/tables.ts';
import { privateEventsOf } from '../../private-questions/queries.ts';
import { progressPersonal } from '../../progress/tables.ts';
import { vivaHourPersonal } from '../../viva-hour/tables.ts';
import { vivasPersonal } from '../../vivas/tables.ts';
import { resultsPersonal } from '../../results/tables.ts';
import { selectionsPersonal } from '../../selections/tables.ts';
import { eraseSubmissions, numbersOf } from '../../submissions/erase-submissions.ts';
import { eraseMarks, recordEventsOf } from '../../marking/erase-marks.ts';
import { requestEventsOf } from '../../submissions/extension-requests.ts';
import { markingPersonal } from '../../marking/tables.ts';
import { submissionsPersonal } from '../../submissions/tables.ts';
import { privacyPersonal } from '../tables.ts';

/** Mails to others that name the person; searched before the transaction, since it reads all mails. */
export type FoundElsewhere = { names: string[]; mails: number[]; upTo: number };

/** `eraseAccount` erases those of the accounts. */
const erasedByRow = [
  selectionsPersonal,
  submissionsPersonal,
  markingPersonal,
  forumPersonal,
  privatePersonal,
  progressPersonal,
  resultsPersonal,
  noticesPersonal,
  certificatesPersonal,
  vivasPersonal,
  vivaHourPersonal,
  cataloguePersonal,
  privacyPersonal,
  platformPersonal,
];

/** Shorter names are part of too many words. */
const shortestName = 3;

/** Searches mails to others for current and former names and addresses. */
export async function findElsewhere(
  reader: Reader,
  { accountId, name, addresses }: Pick<PersonToErase, 'accountId' | 'name' | 'addresses'>,
): Promise<FoundElsewhere> {
  const called = [name, ...(await formerNamesOf(reader, accountId))];
  const names = [...new Set([...addresses, ...called, ...called.map(shownName)])]
    .filter((text) => text.length >= shortestName)
    // Longest first, so that a name within another leaves no rest.
    .toSorted((a, b) => b.length - a.length);
  const { ids, upTo } = await mailsNaming(reader, names, 0);
  return { names, mails: ids, upTo };
}

/**
 * Erases a person from every table; each room erases its own. Idempotent.
 * @param email replaces the address
 * @param now in milliseconds since 1970 UTC
 * @returns uploads whose bytes are to be removed after the commit
 */
export async function erasePerson(
  writer: Writer,
  person: PersonToErase,
  { email, elsewhere, now }: { email: string; elsewhere: FoundElsewhere; now: number },
): Promise<{ id: string; place: string | null }[]> {
  const { accountId, addresses } = person;
  const numbers = await numbersOf(writer, accountId);
  const requests = await requestEventsOf(writer, accountId);
  const records = await recordEventsOf(writer, accountId);
  const privatePosts = await privateEventsOf(writer, accountId);
  const questions = (await questionsOf(writer, accountId)).map(String);
  const posts = await postNamesOf(writer, accountId);
  await eraseAccount(writer, { accountId, addresses, email, now });
  for (const address of addresses) await forgetInvitations(writer, address);
  for (const tables of erasedByRow) await erasePersonalRows(writer, tables, accountId);
  const uploads = await eraseSubmissions(writer, accountId, now);
  await eraseMarks(writer, accountId);
  await eraseCertificates(writer, accountId, now);
  await erasePrivateQuestions(writer, accountId, now);
  await eraseAttachments(writer, accountId, now);
  const ids = await unownedLinkMails(writer);
  await eraseMails(writer, { addresses, events: linkEvents(accountId), ids }, now);
  const { names, mails, upTo } = elsewhere;
  const since = await mailsNaming(writer, names, upTo);
  await replaceInMails(writer, [...mails, ...since.ids], names, anonymousName);
  await eraseFromAuditLog(writer, {
    accountId,
    alias: email,
    subjects: [...addresses, ...numbers, ...questions],
    at: now,
  });
  await eraseNoticesAbout(writer, [...numbers, ...requests, ...records, ...privatePosts, ...posts]);
  return uploads;
}
