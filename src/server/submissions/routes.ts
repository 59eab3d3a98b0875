import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as calls from '#contract/submissions/calls';
import * as receiptCalls from '#contract/submissions/receipt-calls';
import { self, anyone } from '../accounts/policy.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { acceptSubmission } from './accept-submission.ts';
import { fileReader, receiptReader } from './policy.ts';
import { registerPreviewRoutes } from './previews/routes.ts';
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

export function registerSubmissionRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  // The plugin's hooks run for every request of a scope.
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    registerSubmissionCalls(uploads, context);
  });
  void server.register(async (uploads) => registerUploadRoutes(uploads, context));

  on(calls.readFile, fileReader, ({ resource, request, reply }) =>
    sendFile(context, resource, request, reply),
  );

  registerPreviewRoutes(server, context);
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
