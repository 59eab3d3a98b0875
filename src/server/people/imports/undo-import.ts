import { sql } from 'kysely';
import * as calls from '#contract/people/import-calls';
import { broughtPeople, countBrought, deleteBrought } from '../../accounts/imported-profiles.ts';
import { administrator } from '../../accounts/policy.ts';
import { act } from '../../accounts/sessions/act.ts';
import { recordAuditBacklog } from '../../audit/audit-backlog.ts';
import { jsonObject, allowBulkJoins } from '../../platform/database/rows-at-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { forgetInvitationsOf } from '../invitations/invitations.ts';
import { importDetails, importWith } from './read-import.ts';

/**
 * Whoever has signed up since stays, and so does what the spreadsheet changed of people who were known before.
 * @throws 409 for one that was not imported or is undone, and if others were to be removed than shown
 */
export const undoImport = act(calls.undoImport, {
  who: administrator,
  audit: 'undo-import',
  async run(writer, { context, resource: { accountId: actorId }, params, body: { people }, now }) {
    const { id: importId, state, file_name: subject, undone_at } = await importWith(writer, params.id);
    if (state !== 'imported') throw httpErrors.conflict('This spreadsheet has not been imported.');
    if (undone_at !== null) throw httpErrors.conflict('This import has already been undone.');
    const { engine } = context.database;
    await allowBulkJoins(writer, engine);
    // First: a person who accepts one right now is waited for.
    await forgetInvitationsOf(writer, broughtPeople(writer, importId));
    const { waiting } = await countBrought(writer, importId);
    if (waiting !== people)
      throw httpErrors.conflict(
        `This would remove ${waiting.toLocaleString('en')} and not ${people.toLocaleString('en')}: somebody has signed up, or was removed. Nobody was removed. Check the number and try again.`,
      );
    const removed = writer
      .selectFrom(broughtPeople(writer, importId).as('person'))
      .select([
        'person.email as subject',
        sql<null>`cast(null as bigint)`.as('about_id'),
        jsonObject(engine, { exit_score: sql`person.exit_score`, grade: sql`person.grade` }).as('before'),
        sql<null>`cast(null as text)`.as('after'),
      ]);
    await recordAuditBacklog(writer, { engine, at: now, actorId, act: 'remove-imported-person' }, removed);
    await deleteBrought(writer, importId);
    await writer
      .updateTable('intakes')
      .set({ undone_at: now, undone_count: people })
      .where('id', '=', importId)
      .execute();
    return { id: importId, audit: { subject, after: { removed: people } } };
  },
  answer: (reader, { params }) => importDetails(reader, params.id),
});
