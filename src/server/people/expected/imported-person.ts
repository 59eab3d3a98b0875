import { normalizeEmail } from '#contract/limits';
import { isSame } from '#contract/began';
import { isoInstant, instantOrNull } from '#contract/dates';
import * as calls from '#contract/people/expected-calls';
import { isLive, type InvitationState } from '#contract/people/intake-fields';
import { forgetImportedFields, lockImported, type ImportedField } from '../../accounts/imported-profiles.ts';
import { importedPeopleAs } from '../../accounts/people-queries.ts';
import { administrator } from '../../accounts/policy.ts';
import { accountIdOf } from '../../accounts/queries.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { placeableBatches } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { pick } from '../../platform/import-files/plan.ts';
import { whatsApp } from '../../platform/portal-link.ts';
import { importTyped } from '../intake/add-person.ts';
import { invitable } from '../invitations/invitation-queries.ts';
import { greeting } from '../invitations/invite.ts';
import { whereIs } from '../invitations/list-invitations.ts';
import { readScore } from '../sheets/row-fields.ts';

const fields = ['name', 'phone', 'batch', 'exit_score', 'grade'] as const satisfies ImportedField[];

const nobody = () => httpErrors.notFound('Nobody with this email is imported and has not signed up.');

const importedPerson = (reader: Reader, email: string) =>
  reader
    .selectFrom(importedPeopleAs('imported'))
    .leftJoin('intakes', 'intakes.id', 'imported.intake_id')
    .where('imported.email', '=', email)
    .where('imported.is_correction', '=', 0)
    .select(['imported.exit_score', 'imported.grade', 'imported.imported_at'])
    .select(['imported.intake_id', 'file_name'])
    .executeTakeFirst();

/** @throws 404 */
async function readExpectedPerson(
  { database: { reader }, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  s_id: string,
): Promise<calls.ExpectedDetails> {
  const email = normalizeEmail(s_id);
  const person = await importedPerson(reader, email);
  const [row] = await invitable(reader, { emails: [email], now: clock.now() });
  if (person === undefined || row === undefined || (await accountIdOf(reader, email)) !== null)
    throw nobody();
  const state = row.state as InvitationState;
  return {
    s_id: email,
    name: row.name,
    phone: row.phone,
    batch: row.batch,
    exit_score: person.exit_score,
    grade: person.grade,
    invitation: state,
    way: row.way,
    invited_at: instantOrNull(row.madeAt),
    expires_at: instantOrNull(row.expiresAt),
    awaits_print: isLive(state) && Boolean(row.awaitsPrint),
    imported_at: isoInstant(person.imported_at),
    intake:
      person.intake_id === null || person.file_name === null
        ? null
        : { id: String(person.intake_id), file: person.file_name },
    ...(isLive(state) &&
      whatsApp(settings, row.phone, `${greeting(row, settings)} ${whereIs[row.way ?? 'print']}`)),
    places: await placeableBatches(reader),
    makes_links: settings.publicUrl !== null,
  };
}

export const expectedCalls = [
  read(calls.readExpected, {
    who: administrator,
    run: ({ context, params }) => readExpectedPerson(context, params.s_id),
  }),

  act(calls.correctExpected, {
    who: administrator,
    changes: {
      async stored(writer, { context, params, body }) {
        const email = normalizeEmail(params.s_id);
        const isThere = await lockImported(writer, email);
        if ((await accountIdOf(writer, email)) !== null)
          throw httpErrors.conflict('This person has signed up. Correct their account instead.');
        if (!isThere) throw nobody();
        const database = { ...context.database, reader: writer };
        const {
          name,
          phone,
          batch,
          exit_score: score,
          grade,
        } = await readExpectedPerson({ ...context, database }, email);
        // As typed: 60 and 60.0 are the same score.
        const isTyped = score !== null && readScore(body.exit_score ?? '') === score;
        const exit_score = isTyped ? body.exit_score : String(score ?? '');
        return { name, phone, batch, exit_score, grade, email };
      },
      message: 'This person’s details were changed in the meantime. Your version is not saved yet.',
      current: (writer, { context, params }) =>
        readExpectedPerson({ ...context, database: { ...context.database, reader: writer } }, params.s_id),
    },
    async run(writer, { context, resource: { accountId: actorId }, body, stored, now }) {
      const { email } = stored;
      const changed = fields.filter(
        (field) => body[field] !== undefined && !isSame(body[field], stored[field]),
      );
      const removed = changed.filter((field) => body[field]?.trim() === '');
      if (removed.length > 0) {
        await forgetImportedFields(writer, email, removed);
        const after = Object.fromEntries(removed.map((field) => [field, null]));
        const before = pick(stored, removed);
        await recordAuditEvent(writer, {
          at: now,
          actorId,
          act: 'import-person',
          subject: email,
          before,
          after,
        });
      }
      const typed = Object.fromEntries(changed.map((field) => [field, body[field]]));
      if (removed.length < changed.length) {
        const { engine } = context.database;
        await importTyped(writer, { email, ...typed }, { engine, actorId, now });
      }
      return { id: actorId };
    },
    answer: (reader, { context, params }) =>
      readExpectedPerson({ ...context, database: { ...context.database, reader } }, params.s_id),
  }),
];
