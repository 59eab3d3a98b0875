import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as lookCalls from '#contract/submissions/second-look-calls';
import * as calls from '#contract/submissions/calls';
import * as receiptCalls from '#contract/submissions/receipt-calls';
import { self, selfOrMentor, anyone } from '../accounts/policy.ts';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
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
  registerEndpoint(server, context, receiptCalls.readReceiptKey, {
    authorize: anyone,
    async handle() {
      const [key, ...former] = (await receiptKeys(context)).publicKeys;
      return { status: 200, body: { key: key as string, former_keys: former } };
    },
  });

  registerEndpoint(server, context, receiptCalls.readReceipt, {
    authorize: receiptReader,
    async handle({ resource }) {
      return { status: 200, body: await presentSignedReceipt(context, resource) };
    },
  });

  registerEndpoint(server, context, receiptCalls.verifyReceipt, {
    authorize: anyone,
    async handle({ body }) {
      return { status: 200, body: { verdict: await verifyReceipt(context, body) } };
    },
  });

  server.addHook('onReady', async () => void (await receiptKeys(context)));
}

/** The newest of each task is among them. */
const readRequests = 100;

export function registerSubmissionRoutes(server: FastifyInstance, context: AppContext): void {
  // The plugin's hooks run for every request of a scope.
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    registerSubmissionCalls(uploads, context);
  });
  void server.register(async (uploads) => registerUploadRoutes(uploads, context));

  registerEndpoint(server, context, calls.readTimeline, {
    authorize: selfOrMentor,
    async handle({ resource }) {
      const { reader } = context.database;
      const rows = await taskProgressOf(reader, { accountId: resource.accountId });
      const marked = rows.map(({ lookAt, markedId }) => ({ lookAt, id: markedId }));
      const looks = await secondLooksOf(reader, marked);
      const requests =
        rows[0]?.requestId == null
          ? []
          : await extensionRequestsOf(reader, { accountId: resource.accountId, limit: readRequests });
      const when = { now: context.clock.now(), zone: context.settings.academyZone };
      return { status: 200, body: presentTimeline(rows, when, { looks, requests }) };
    },
  });

  registerEndpoint(server, context, calls.readWeeklyStatus, {
    authorize: selfOrMentor,
    async handle({ resource }) {
      const rows = await taskProgressOf(context.database.reader, { accountId: resource.accountId });
      return { status: 200, body: presentWeeklyStatus(rows, context.clock.now()) };
    },
  });

  registerEndpoint(server, context, calls.listSubmissions, {
    authorize: selfOrMentor,
    async handle({ resource, query }) {
      return { status: 200, body: await listSubmissions(context, resource.accountId, query) };
    },
  });

  registerEndpoint(server, context, calls.readFile, {
    authorize: fileReader,
    handle: ({ resource, request, reply }) => sendFile(context, resource, request, reply),
  });

  registerEndpoint(server, context, lookCalls.askSecondLook, {
    authorize: self,
    async handle({ resource, body, idempotencyKey }) {
      const second_look = await askSecondLook(context, resource, body, idempotencyKey);
      return { status: 201, body: { second_look } };
    },
  });

  registerEndpoint(server, context, lookCalls.readMark, {
    authorize: self,
    async handle({ resource, body: { task, version, marked_at } }) {
      await recordMarkRead(context, resource.accountId, { task, version, markedAt: marked_at });
      return { status: 204 };
    },
  });

  registerReceiptRoutes(server, context);
}

function registerSubmissionCalls(server: FastifyInstance, context: AppContext): void {
  const kinds = [
    [calls.uploadWeek, 'week', messages.weekSubmitted],
    [calls.uploadProject, 'final', messages.finalSubmitted],
    [calls.uploadViva, 'viva', messages.vivaSubmitted],
  ] as const;
  for (const [call, kind, message] of kinds)
    registerEndpoint(server, context, call, {
      authorize: self,
      async handle({ resource, request }) {
        const receipt = await acceptSubmission(context, resource.accountId, kind, request);
        return { status: 201, body: { message, receipt } };
      },
    });
}
