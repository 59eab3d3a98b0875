import { isoInstant, instantOrNull } from '#contract/dates';
import * as calls from '#contract/accounts/consent-calls';
import { consentSubjects } from '#contract/accounts/consent';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import { announce } from '../../platform/database/announce.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import { lockedInOrder } from '../../platform/database/locked-in-order.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { administrator } from '../policy.ts';
import { act, read } from '../sessions/act.ts';
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

async function unconfirmed(reader: Reader): Promise<calls.ConsentRules['unconfirmed']> {
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

async function readConsentRules(reader: Reader): Promise<calls.ConsentRules> {
  const students = await countStudents(reader);
  const subjects: calls.ConsentRules['subjects'] = [];
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

const askedOtherwise = 'Somebody else has asked with another note. Yours is not saved.';

export const consentRuleCalls = [
  read(calls.readConsentRules, {
    who: administrator,
    run: ({ context }) => readConsentRules(context.database.reader),
  }),

  // Asks all who have not agreed to the current version, once.
  act(calls.askConsent, {
    who: administrator,
    key: { kind: 'consent', content: ({ body: { subject, version, note } }) => [subject, version, note] },
    changes: {
      async stored(writer, { body: { subject, version, began } }) {
        const [current] = await versionsOfPage(writer, { page: pageOf(subject) });
        if (current?.number !== version) throw httpErrors.conflict(consentMessages.consentOutdated);
        const row = writer.selectFrom('text_versions').where('id', '=', current.id).orderBy('id');
        const { id, note } = await lockedInOrder(
          writer,
          row.select(['id', 'note']),
        ).executeTakeFirstOrThrow();
        return { id, note, isCompared: began !== undefined };
      },
      message: askedOtherwise,
      current: (writer) => readConsentRules(writer),
    },
    audit: 'ask-consent',
    async run(writer, { resource: { accountId: actorId }, body, stored, now }) {
      const { subject, version } = body;
      const note = body.note || null;
      const asked = await writer
        .updateTable('text_versions')
        .set({ asked_at: now, asked_by: actorId, note })
        .where('id', '=', stored.id)
        .where('asked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      // Asked once: a later note cannot replace it.
      if (asked === undefined && stored.isCompared && note !== stored.note)
        throw httpErrors.changedMeanwhile(askedOtherwise, await readConsentRules(writer));
      const line = { subject: pageOf(subject), after: { version, note } };
      return { id: actorId, audit: asked === undefined ? [] : line };
    },
    answer: (reader) => readConsentRules(reader),
  }),

  act(calls.setGuardianRule, {
    who: administrator,
    key: { kind: 'guardian', content: ({ body: { asks } }) => [asks] },
    audit: 'set-guardian-rule',
    async run(writer, { resource: { accountId }, body: { asks }, now }) {
      const before = await guardianRule(writer);
      if (before === asks) return { id: accountId };
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
      announce(writer, 'texts');
      return { id: accountId, audit: { subject: 'under 18', before: { asks: before }, after: { asks } } };
    },
    answer: (reader) => readConsentRules(reader),
  }),
];
