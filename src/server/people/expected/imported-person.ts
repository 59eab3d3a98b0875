import { normalizeEmail } from '#contract/limits';
import { isoInstant, instantOrNull } from '#contract/dates';
import * as calls from '#contract/people/expected-calls';
import { isLive, type InvitationState } from '#contract/people/import-fields';
import { importedPeopleAs } from '../../accounts/people-queries.ts';
import { administrator } from '../../accounts/policy.ts';
import { accountIdOf } from '../../accounts/queries.ts';
import { read } from '../../accounts/sessions/act.ts';
import { placeableBatches } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { invitable } from '../invitations/invitation-queries.ts';
import { chatAbout } from '../invitations/list-invitations.ts';

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
    ...(isLive(state) && chatAbout(row, settings)),
    places: await placeableBatches(reader),
    makes_links: settings.publicUrl !== null,
  };
}

export const expectedCalls = [
  read(calls.readExpected, {
    who: administrator,
    run: ({ context, params }) => readExpectedPerson(context, params.s_id),
  }),
];
