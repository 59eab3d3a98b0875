import { isoInstant, instantOrNull } from '#contract/dates';
import type { ConsentRules } from '#contract/accounts/consent-calls';
import { consentSubjects, type ConsentSubject } from '#contract/accounts/consent';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { guardianRule } from './consent-queries.ts';
import { pageOf, versionsOfPage } from './text-versions.ts';

export const consentMessages = {
  consentOutdated: 'This text has changed. Please read it again.',
  consentGiven: 'Your consent is saved.',
  consentWithdrawn:
    'Your consent is withdrawn. The office has a request to delete your account, and will contact you.',
  noConsent: 'There is no consent to withdraw.',
  guardianSaved: 'Saved. The office will confirm your guardian.',
  guardianNotAsked: 'The office does not ask you for a guardian now. Please contact the office for a change.',
  guardianConfirmed: 'The guardian is confirmed.',
  guardianRemoved: 'The guardian is removed.',
} as const;

/** Why a project cannot be chosen yet. */
export const guardianSentences = {
  missing:
    'The office needs your guardian’s name and contact before you can choose a project. Add them under Your account.',
  unconfirmed: 'The office has not confirmed your guardian yet. You can choose a project after that.',
} as const;

/** Students whose newest consent is a version; withdrawn ones do not count. */
export const countAgreed = compiledQuery((db, p: { page: string }) =>
  db
    .selectFrom('consents')
    .innerJoin('accounts', 'accounts.id', 'consents.account_id')
    .where('consents.page', '=', p.page)
    .where('consents.withdrawn_at', 'is', null)
    .where('accounts.anonymised_at', 'is', null)
    .where('accounts.role', '=', 'student')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('consents as later')
            .whereRef('later.account_id', '=', 'consents.account_id')
            .whereRef('later.page', '=', 'consents.page')
            .whereRef('later.id', '>', 'consents.id')
            .where('later.withdrawn_at', 'is', null)
            .select('later.id'),
        ),
      ),
    )
    .groupBy('consents.version_id')
    .select(({ fn }) => ['consents.version_id as versionId', fn.countAll<number>().as('count')]),
);

async function countStudents(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('accounts')
    .where('role', '=', 'student')
    .where('anonymised_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function unconfirmed(reader: Reader): Promise<ConsentRules['unconfirmed']> {
  const rows = await reader
    .selectFrom('guardians')
    .innerJoin('accounts', 'accounts.id', 'guardians.account_id')
    .where('guardians.confirmed_at', 'is', null)
    .orderBy('guardians.noted_at')
    .limit(limits.pageSize)
    .select(['accounts.email', 'accounts.name'])
    .execute();
  return rows.map(({ email, name }) => ({ s_id: email, s_name: shownName(name) }));
}

export async function readConsentRules(reader: Reader): Promise<ConsentRules> {
  const students = await countStudents(reader);
  const subjects: ConsentRules['subjects'] = [];
  for (const subject of consentSubjects) {
    const page = pageOf(subject);
    const counts = new Map(
      (await countAgreed(reader, { page })).map(({ versionId, count }) => [versionId, Number(count)]),
    );
    const versions = (await versionsOfPage(reader, { page })).map((version) => ({
      version: version.number,
      sha256: version.sha256,
      recorded_at: isoInstant(version.recordedAt),
      asked_at: instantOrNull(version.askedAt),
      note: version.note,
      agreed: counts.get(version.id) ?? 0,
    }));
    subjects.push({ subject, versions, without: students - (versions[0]?.agreed ?? 0) });
  }
  const asks_guardian = await guardianRule(reader);
  return { subjects, asks_guardian, unconfirmed: asks_guardian ? await unconfirmed(reader) : [] };
}

type Context = Pick<AppContext, 'database' | 'clock'>;
type Actor = { actorId: number; key: string | null };

/** Asks all who have not agreed to the current version. @throws 409 for another one */
export async function askConsent(
  context: Context,
  { actorId, key }: Actor,
  { subject, version, note }: { subject: ConsentSubject; version: number; note: string },
): Promise<void> {
  const content = [subject, version, note];
  await once(context, { accountId: actorId, kind: 'consent', key, content }, async (writer, now) => {
    const page = pageOf(subject);
    const [current] = await versionsOfPage(writer, { page });
    if (current?.number !== version) throw httpErrors.conflict(consentMessages.consentOutdated);
    const asked = await writer
      .updateTable('text_versions')
      .set({ asked_at: now, asked_by: actorId, note: note || null })
      .where('id', '=', current.id)
      .where('asked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (asked === undefined) return;
    const after = { version, note: note || null };
    await recordAuditEvent(writer, { at: now, actorId, act: 'ask-consent', subject: page, after });
  });
}

export async function setGuardianRule(
  context: Context,
  { actorId, key }: Actor,
  asks: boolean,
): Promise<void> {
  const request = { accountId: actorId, kind: 'guardian', key, content: [asks] } as const;
  await once(context, request, async (writer, now) => {
    const before = await guardianRule(writer);
    if (before === asks) return;
    if (asks) {
      const row = { id: 1, asked_since: now };
      await writer
        .insertInto('guardian_rule')
        .values(row)
        .onConflict((on) => on.doNothing())
        .execute();
    } else {
      await writer.deleteFrom('guardian_rule').execute();
    }
    const act = { at: now, actorId, act: 'set-guardian-rule', subject: 'under 18' } as const;
    await recordAuditEvent(writer, { ...act, before: { asks: before }, after: { asks } });
    announce(writer, 'texts');
  });
}
