import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as lookCalls from '#contract/submissions/second-look-calls';
import * as calls from '#contract/submissions/calls';
import * as receiptCalls from '#contract/submissions/receipt-calls';
import { self, selfOrMentor, anyone } from '../accounts/policy.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { acceptSubmission } from './accept-submission.ts';
import { extensionRequestsOf } from './extension-requests.ts';
import { askSecondLook, recordMarkRead } from './marks/own-marks.ts';
import { secondLooksOf } from './marks/second-looks.ts';
import { listSubmissions } from './list-submissions.ts';
import { fileReader, receiptReader } from './policy.ts';
import { presentTimeline, presentWeeklyStatus } from './presenter.ts';
import { taskProgressOf } from './queries.ts';
import { sendFile } from './send-file.ts';
import { registerUploadRoutes } from './uploads/routes.ts';
import { presentSignedReceipt, receiptKeys } from './receipts/receipt-key.ts';
import { verifyReceipt } from './receipts/verify-receipt.ts';

function registerReceiptRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  on(receiptCalls.readReceiptKey, anyone, async () => {
    const [key, ...former] = (await receiptKeys(context)).publicKeys;
    return { key: key as string, former_keys: former };
  });

  on(receiptCalls.readReceipt, receiptReader, ({ resource }) => presentSignedReceipt(context, resource));

  on(receiptCalls.verifyReceipt, anyone, async ({ body }) => ({
    verdict: await verifyReceipt(context, body),
  }));

  server.addHook('onReady', async () => void (await receiptKeys(context)));
}

/** The newest of each task is among them. */
const readRequests = 100;

export function registerSubmissionRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  // The plugin's hooks run for every request of a scope.
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    registerSubmissionCalls(uploads, context);
  });
  void server.register(async (uploads) => registerUploadRoutes(uploads, context));

  on(calls.readTimeline, selfOrMentor, async ({ resource }) => {
    const { reader } = context.database;
    const rows = await taskProgressOf(reader, { accountId: resource.accountId });
    const marked = rows.map(({ lookAt, markedId }) => ({ lookAt, id: markedId }));
    const looks = await secondLooksOf(reader, marked);
    const requests =
      rows[0]?.requestId == null
        ? []
        : await extensionRequestsOf(reader, { accountId: resource.accountId, limit: readRequests });
    const when = { now: context.clock.now(), zone: context.settings.academyZone };
    return presentTimeline(rows, when, { looks, requests });
  });

  on(calls.readWeeklyStatus, selfOrMentor, async ({ resource }) => {
    const rows = await taskProgressOf(context.database.reader, { accountId: resource.accountId });
    return presentWeeklyStatus(rows, context.clock.now());
  });

  on(calls.listSubmissions, selfOrMentor, ({ resource, query }) =>
    listSubmissions(context, resource.accountId, query),
  );

  on(calls.readFile, fileReader, ({ resource, request, reply }) =>
    sendFile(context, resource, request, reply),
  );

  on(lookCalls.askSecondLook, self, async ({ resource, body, idempotencyKey }) => {
    const second_look = await askSecondLook(context, resource, body, idempotencyKey);
    return { second_look };
  });

  on(lookCalls.readMark, self, ({ resource, body: { task, version, marked_at } }) =>
    recordMarkRead(context, resource.accountId, { task, version, markedAt: marked_at }),
  );

  registerReceiptRoutes(server, context);
}

function registerSubmissionCalls(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const kinds = [
    [calls.uploadWeek, 'week', messages.weekSubmitted],
    [calls.uploadProject, 'final', messages.finalSubmitted],
    [calls.uploadViva, 'viva', messages.vivaSubmitted],
  ] as const;
  for (const [call, kind, message] of kinds)
    on(call, self, async ({ resource, request }) => {
      const receipt = await acceptSubmission(context, resource.accountId, kind, request);
      return { message, receipt };
    });
}
