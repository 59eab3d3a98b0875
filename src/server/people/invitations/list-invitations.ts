import { instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import * as calls from '#contract/people/invitation-calls';
import { isLive, type InvitationState } from '#contract/people/import-fields';
import { administrator } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { batchByName, everyBatch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { whatsApp } from '../../platform/portal-link.ts';
import { countInvited, type InvitedRow, listInvited } from './invitation-queries.ts';
import { greeting } from './invite.ts';
import { unprintedSheets } from './print-invitations.ts';

const whereIs = {
  mail: 'Please open the link in our email.',
  print: 'Please use the link on your invitation.',
};

/** About an invitation, without its link. */
export const chatAbout = (row: InvitedRow, settings: AppContext['settings']) =>
  whatsApp(settings, row.phone, `${greeting(row, settings)} ${whereIs[row.way ?? 'print']}`);

export const listInvitations = read(calls.listInvitations, {
  who: administrator,
  async run({ context, query: { state = 'all', batch, after = '' } }) {
    const { reader } = context.database;
    const now = context.clock.now();
    const batchId = batch === undefined ? null : (await batchByName(reader, batch)).id;
    const rows = await listInvited(reader, { state, batchId, now, after });
    const people = rows.slice(0, limits.pageSize).map((row) => ({
      s_id: row.email,
      name: row.name,
      batch: row.batch,
      state: row.state as InvitationState,
      way: row.way,
      invited_at: instantOrNull(row.madeAt),
      expires_at: instantOrNull(row.expiresAt),
      awaits_print: isLive(row.state as InvitationState) && Boolean(row.awaitsPrint),
      ...(isLive(row.state as InvitationState) && chatAbout(row, context.settings)),
    }));
    const counts = await countInvited(reader, { batchId, now });
    const batches = (await everyBatch(reader, {})).map(({ name }) => name);
    const unprinted = await unprintedSheets(reader, now);
    const more = rows.length > limits.pageSize;
    const makes_links = context.settings.publicUrl !== null;
    return { people, more, counts, batches, unprinted, makes_links };
  },
});
