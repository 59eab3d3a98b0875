import { messages } from '#contract/messages';
import type { FastifyInstance } from 'fastify';
import { instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import * as calls from '#contract/people/invitation-calls';
import { isLive, type InvitationState } from '#contract/people/intake-fields';
import { administrator, anyone, signedIn } from '../../accounts/policy.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import { batchByName, everyBatch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { whatsApp } from '../../platform/portal-link.ts';
import { acceptInvitation, joinByInvitation, readInvitation } from './accept-invitation.ts';
import { countInvited, listInvited } from './invitation-queries.ts';
import { greeting, revokeInvitations, sendInvitations } from './invite.ts';
import { printInvitations, printSheetAgain, settleSheet, unprintedSheets } from './print-invitations.ts';
import { removeImported } from './remove-imported.ts';

const whereIs = {
  mail: 'Please open the link in our email.',
  print: 'Please use the link on your invitation.',
};

export function registerInvitationRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;

  on(calls.listInvitations, administrator, async ({ query: { state = 'all', batch, after = '' } }) => {
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
      ...(isLive(row.state as InvitationState) &&
        whatsApp(
          context.settings,
          row.phone,
          `${greeting(row, context.settings)} ${whereIs[row.way ?? 'print']}`,
        )),
    }));
    const counts = await countInvited(reader, { batchId, now });
    const batches = (await everyBatch(reader, {})).map(({ name }) => name);
    const unprinted = await unprintedSheets(reader, now);
    const more = rows.length > limits.pageSize;
    const makes_links = context.settings.publicUrl !== null;
    return { people, more, counts, batches, unprinted, makes_links };
  });

  on(calls.sendInvitations, administrator, async ({ resource: { accountId }, body, idempotencyKey }) => {
    const invited = await sendInvitations(context, { ...body, actorId: accountId }, idempotencyKey);
    return { invited };
  });

  on(calls.printInvitations, administrator, ({ resource: { accountId }, body, idempotencyKey }) =>
    printInvitations(context, { ...body, actorId: accountId }, idempotencyKey),
  );

  on(calls.printSheetAgain, administrator, ({ resource: { accountId }, params: { sheet } }) =>
    printSheetAgain(context, sheet, accountId),
  );

  on(calls.settleSheet, administrator, ({ params: { sheet } }) => settleSheet(context, sheet));

  on(
    calls.removeImported,
    administrator,
    async ({ resource: { accountId }, body: { emails }, idempotencyKey }) => {
      const removed = await removeImported(context, { emails, actorId: accountId }, idempotencyKey);
      return { removed };
    },
  );

  on(
    calls.revokeInvitations,
    administrator,
    async ({ resource: { accountId }, body: { emails }, idempotencyKey }) => {
      const revoked = await revokeInvitations(context, { emails, actorId: accountId }, idempotencyKey);
      return { revoked };
    },
  );

  on(calls.readInvitation, anyone, ({ viewer, query: { token } }) => readInvitation(context, token, viewer));

  on(calls.acceptInvitation, anyone, async ({ body, request }) => {
    const { email } = await logOutcome(
      request,
      {
        done: 'signed-up',
        refused: { 400: 'confirmation-refused' },
        account: ({ accountId }) => accountId,
      },
      () => acceptInvitation(context, body),
    );
    return { message: messages.invitationAccepted, email };
  });

  on(calls.joinByInvitation, signedIn, ({ resource: viewer, body, request }) =>
    logOutcome(request, { done: 'address-confirmed', refused: { 400: 'confirmation-refused' } }, () =>
      joinByInvitation(context, viewer, body.token),
    ),
  );
}
