import type { z } from 'zod';
import { isSameBatch, limits } from '#contract/limits';
import * as calls from '#contract/people/calls';
import { batchByName, batchNamesOfMentors, placeableBatches } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { afterAllIds, parseId } from '../platform/parse-id.ts';
import { addressSentence, whatsApp } from '../platform/portal-link.ts';
import { areCounted, invitationsAt } from './expected/by-invitation.ts';
import { expectedCounts } from './expected/expected-queries.ts';
import { listExpected } from './expected/list-expected.ts';
import { personOfOffice, type PersonOfOffice } from './policy.ts';
import {
  choicesOfBatch,
  examinerState,
  type ListedPersonRow,
  peopleCounts,
  peoplePage,
  personById,
  type PersonRow,
} from './queries.ts';
import { isSortedCursor, maxSorted, type Row, sortedPage } from './sort-all.ts';
import { isoInstant, instantOrNull } from '#contract/dates';
import {
  isExpectedStage,
  listedStages,
  type ListedInvitation,
  mergeNewest,
  type ListedStage,
  type PeopleSort,
} from '#contract/people/people-view';
import { sortPeople } from '#contract/people/listed-people';
import { shownName } from '#contract/accounts/person-name';
import { consentStates, guardianOf, guardianRule } from '../accounts/consent/consent-queries.ts';
import { parseFormerEmails, waitingEmail } from '../accounts/own-account/own-account-queries.ts';
import { accountsWithCalendars } from '../accounts/people-queries.ts';
import { administrator } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import { sessionsOf } from '../accounts/sessions/sessions.ts';
import { foldText, formerFold } from '#contract/fold-text';

const maxTerms = 8;

/** No word in `person_words` begins so. */
const before = /^[ .@\-_+'’(]+/;
const isPhone = /^[\d\s()+\-.]*\d[\d\s()+\-.]*$/;

/** Ten of a phone, after spaces, 0 or +91. */
function digitsOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length === 12 && digits.startsWith('91')) return digits.slice(2);
  return digits.length === 11 && digits.startsWith('0') ? digits.slice(1) : digits;
}

/**
 * Prefixes in `person_words`; all must match.
 * @returns [] for no search; null if nobody can match, such as for signs
 * @throws 400 for too many words
 */
export function searchTerms(q: string, fold = foldText): string[] | null {
  const text = fold(q).trim();
  if (text === '') return [];
  if (isPhone.test(text)) return [digitsOf(text)];
  const terms = [...new Set(text.split(/\s+/u).map((term) => term.replace(before, '')))];
  if (terms.length > maxTerms) throw httpErrors.badRequest(`q can have at most ${maxTerms} words`);
  const found = terms.filter((term) => term !== '');
  return found.length === 0 ? null : found;
}

/** @param batches of mentors, by account */
export function presentListedPerson(
  row: ListedPersonRow,
  batches: ReadonlyMap<number, string[]>,
): calls.ListedPerson {
  const { batch, typedBatch, projectId } = row;
  return {
    id: String(row.id),
    s_id: row.email,
    s_name: shownName(row.name),
    role: row.role,
    ...examinerState(row),
    phone: row.phone,
    batch,
    batches: batches.get(row.id) ?? [],
    typed_batch: typedBatch !== null && !isSameBatch(typedBatch, batch) ? typedBatch : null,
    project: projectId === null ? null : { id: projectId, name: row.projectName ?? projectId },
    confirmed: row.confirmedAt !== null,
    suspended: row.suspendedAt !== null,
    asks_deletion: row.deletionAskedAt !== null,
    anonymised: row.anonymisedAt !== null,
    signed_up_at: isoInstant(row.signedUpAt),
    seen_at: instantOrNull(row.seenAt),
  };
}

/**
 * @param row undefined before the first account
 * @param expected undefined before the first import
 */
export function presentCounts(
  row: Awaited<ReturnType<typeof peopleCounts>>[number] | undefined,
  expected: Awaited<ReturnType<typeof expectedCounts>>[number] | undefined,
) {
  const sums: Record<string, unknown> = { ...row, ...expected };
  const counts = ['everybody', ...listedStages].map((stage) => [
    stage,
    Number(sums[stage.replaceAll('-', '_')] ?? 0),
  ]);
  return Object.fromEntries(counts) as calls.People['counts'];
}

/** SQLite lowers A to Z, PostgreSQL all letters. */
function typedKeysOf(typed: string): string[] {
  const text = typed.replaceAll(/\s+/gu, '');
  return [text.toLowerCase(), text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())];
}

/** Absent until the batch's students choose no more. */
async function choicesOf(
  { database: { reader }, clock }: Pick<AppContext, 'database' | 'clock'>,
  batchId: number | null | undefined,
) {
  if (batchId == null) return {};
  const choices = await choicesOfBatch(reader, { batchId, now: clock.now() });
  return choices.length === 0 ? {} : { choices };
}

/** `ACCOUNT.EXPECTED`, the last ids shown; an account's alone as version 1.0.0 gives it. @throws 400 */
function readAfter(after: string | undefined): { account: number; expected: number } {
  const [account, expected = null] = (after ?? '').split('.');
  const ids = [account, expected].map((id) => (id === '' || id === null ? afterAllIds : parseId(id ?? '')));
  if (ids.includes(null)) throw httpErrors.badRequest('after must be the "next" value of the page before');
  return { account: ids[0] as number, expected: ids[1] as number };
}

type PeoplePage = Omit<Parameters<typeof peoplePage>[1], 'terms'>;

async function listAccounts(
  { reader }: AppContext['database'],
  page: PeoplePage,
  { terms, former }: SearchedTerms,
): Promise<ListedPersonRow[]> {
  const found = terms === null ? [] : await peoplePage(reader, { ...page, terms });
  // Words that no job has folded again yet.
  if (former !== null) {
    const known = new Set(found.map(({ id }) => id));
    const others = await peoplePage(reader, { ...page, terms: former });
    found.push(...others.filter(({ id }) => !known.has(id)));
    found.sort((one, other) => other.id - one.id);
    found.splice(page.limit);
  }
  return found;
}

type SearchedTerms = { terms: readonly string[] | null; former: readonly string[] | null };

function termsOf(q: string): SearchedTerms {
  return {
    terms: searchTerms(q),
    former: formerFold(q) === foldText(q) ? null : searchTerms(q, formerFold),
  };
}

type Filters = {
  stage: ListedStage | undefined;
  invitation: ListedInvitation | null;
  batchId: number | null;
  typedKeys: readonly string[] | null;
  searched: SearchedTerms;
  hasImported: boolean;
};

/** The newest first. @param before the last ids shown */
async function readRows(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { stage, invitation, batchId, typedKeys, searched, hasImported }: Filters,
  { before, limit }: { before: ReturnType<typeof readAfter>; limit: number },
): Promise<Row[]> {
  const page = { batchId, limit };
  const accounts = isExpectedStage(stage)
    ? []
    : await listAccounts(
        context.database,
        { ...page, stage: stage ?? null, typedKeys, beforeId: before.account },
        searched,
      );
  const mayBeExpected = isExpectedStage(stage) || (stage === undefined && typedKeys === null);
  const expected =
    hasImported && mayBeExpected
      ? await listExpected(context, {
          ...page,
          ...searched,
          isInvited: stage === undefined ? null : stage === 'invited',
          invitation,
          beforeId: before.expected,
        })
      : [];
  const mentors = accounts.flatMap(({ id, role }) => (role === 'mentor' ? [id] : []));
  const batches = await batchNamesOfMentors(context.database.reader, mentors);
  const rows = mergeNewest<Row & { at: number }>(
    accounts.map((row) => ({
      at: row.signedUpAt,
      id: row.id,
      listed: { person: presentListedPerson(row, batches) },
    })),
    expected.map(({ id, person }) => ({
      at: Date.parse(person.listed_at),
      id,
      listed: { expected: person },
    })),
    ({ at }) => at,
  );
  return rows.slice(0, limit);
}

const place = (id: number) => (id === afterAllIds ? '' : String(id));

/** @param after of the page before, in the order of the newest first */
async function readNewest(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  filters: Filters,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: Row[]; next: string | null }> {
  const before = readAfter(after);
  const { rows, last } = await readPage(limit, (most) => readRows(context, filters, { before, limit: most }));
  const lastOf = (kind: 'person' | 'expected') => rows.findLast(({ listed }) => kind in listed)?.id;
  const account = place(lastOf('person') ?? before.account);
  const next = filters.hasImported ? `${account}.${place(lastOf('expected') ?? before.expected)}` : account;
  return { rows, next: last === undefined ? null : next };
}

/** All that match, where they are few enough; else those of a page. */
async function readSorted(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  filters: Filters,
  { sort, after, limit }: { sort: PeopleSort; after: string | undefined; limit: number },
  everybody: number,
): Promise<{ rows: Row[]; next: string | null; sorted: 'all' | 'page' }> {
  const { stage, batchId, typedKeys, searched } = filters;
  const isEverybody =
    stage === undefined && batchId === null && typedKeys === null && searched.terms?.length === 0;
  const isOfSorted = after === undefined || isSortedCursor(after);
  if (isOfSorted && !(isEverybody && everybody > maxSorted)) {
    const all = await readRows(context, filters, { before: readAfter(undefined), limit: maxSorted + 1 });
    if (all.length <= maxSorted) return { ...sortedPage(all, { sort, after, limit }), sorted: 'all' };
  }
  const page = await readNewest(context, filters, { after: isOfSorted ? undefined : after, limit });
  return { ...page, rows: sortPeople(page.rows, sort, ({ listed }) => listed), sorted: 'page' };
}

/** @throws 400 for an invalid `after`, 404 for an unknown batch */
async function listPeople(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  {
    q = '',
    stage,
    invitation,
    with: beside,
    batch,
    typed = '',
    sort,
    limit = limits.pageSize,
    after,
  }: z.output<typeof calls.listPeople.query>,
): Promise<calls.People> {
  const { reader } = context.database;
  const searched = termsOf(q);
  const batchId = batch === undefined ? null : (await batchByName(reader, batch)).id;
  const typedKeys = typed.trim() === '' ? null : typedKeysOf(typed);
  const [accounts] = await peopleCounts(reader, {});
  const [awaited] = await expectedCounts(reader, {});
  const counts = presentCounts(accounts, awaited);
  const isCounted = isExpectedStage(stage) && (await areCounted(reader, { batchId, counts }));
  const chosen = isCounted ? (invitation ?? null) : null;
  const hasImported = beside !== undefined;
  const filters: Filters = { stage, invitation: chosen, batchId, typedKeys, searched, hasImported };
  const everybody = counts.everybody + (beside === undefined ? 0 : counts.imported + counts.invited);
  const { rows, ...page } =
    sort === undefined
      ? await readNewest(context, filters, { after, limit })
      : await readSorted(context, filters, { sort, after, limit }, everybody);
  return {
    counts,
    people: rows.flatMap(({ listed }) => ('person' in listed ? listed.person : [])),
    ...(beside !== undefined && {
      expected: rows.flatMap(({ listed }) => ('expected' in listed ? listed.expected : [])),
      makes_links: context.settings.publicUrl !== null,
    }),
    ...(isExpectedStage(stage) &&
      (await invitationsAt(context, {
        stage,
        batchId,
        counts,
        isCounted,
        invitesAll: searched.terms?.length === 0 && (chosen ?? 'not-invited') === 'not-invited',
      }))),
    ...page,
    places: await placeableBatches(reader),
    ...(await choicesOf(context, batchId)),
  };
}

async function consentOf(
  reader: Reader,
  accountId: number,
): Promise<Pick<calls.Person, 'consents' | 'guardian'>> {
  const guardian = await guardianOf(reader, accountId);
  const asks = guardian !== null || (await guardianRule(reader));
  return { consents: await consentStates(reader, accountId), ...(asks && { guardian }) };
}

/** Score and grade as a person's form shows them: what waits for the confirmation before what applies. */
export function shownKnown({
  confirmedAt,
  role,
  ...row
}: PersonRow): Pick<calls.Person, 'exit_score' | 'grade'> {
  const isWaiting = row.importedEmail !== null && confirmedAt === null && role === 'student';
  return {
    exit_score: (isWaiting ? row.importedScore : null) ?? row.exitScore,
    grade: (isWaiting ? row.importedGrade : null) ?? row.grade,
  };
}

export async function readPerson(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { accountId, viewer }: PersonOfOffice,
): Promise<calls.Person> {
  const { database, settings } = context;
  const { reader } = database;
  const [row] = await personById(reader, { accountId });
  if (row === undefined) throw new Error(`account ${accountId} is gone`);
  const { email, role, preferredId, preferredName } = row;
  const isUndecided = role === 'student' && row.projectId === null;
  const isWaiting = row.importedEmail !== null && row.confirmedAt === null && role === 'student';
  return {
    ...presentListedPerson(row, await batchNamesOfMentors(reader, role === 'mentor' ? [accountId] : [])),
    course: row.course,
    exit_score: row.exitScore,
    grade: row.grade,
    imported: isWaiting
      ? { batch: row.importedBatch, exit_score: row.importedScore, grade: row.importedGrade }
      : null,
    start_date: instantOrNull(row.startedAt),
    confirmed_at: instantOrNull(row.confirmedAt),
    suspended_at: instantOrNull(row.suspendedAt),
    suspension_reason: row.suspensionReason,
    anonymised_at: instantOrNull(row.anonymisedAt),
    deletion_asked_at: instantOrNull(row.deletionAskedAt),
    former_addresses: parseFormerEmails(row.formerEmails).filter((former) => former !== email),
    new_address: await waitingEmail(reader, { accountId, email, now: context.clock.now() }),
    sessions: (await sessionsOf(context, { accountId, role })).length,
    ...((await accountsWithCalendars(reader, [accountId])).has(accountId) && { has_calendar: true as const }),
    has_password: row.hasPassword === 1,
    has_second_factor: row.hasSecondFactor === 1,
    is_own: viewer.accountId === accountId,
    mails: settings.smtpUrl !== null,
    places: role === 'student' ? await placeableBatches(reader) : [],
    ...whatsApp(
      settings,
      row.phone,
      `Hello ${shownName(row.name)}, this is ${settings.academyName}.${addressSentence(settings)}`,
    ),
    ...(role === 'student' && row.anonymisedAt === null && (await consentOf(reader, accountId))),
    ...(isUndecided && {
      ...(preferredId !== null && { preferred: { id: preferredId, name: preferredName ?? preferredId } }),
      ...(await choicesOf(context, row.batchId)),
    }),
  };
}

export const readCalls = [
  read(calls.listPeople, { who: administrator, run: ({ context, query }) => listPeople(context, query) }),
  read(calls.readPerson, {
    who: personOfOffice,
    run: ({ context, resource }) => readPerson(context, resource),
  }),
];
