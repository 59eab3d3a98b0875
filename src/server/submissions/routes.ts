import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { studentMessages } from '#contract/student-messages';
import * as calls from '#contract/submissions/calls';
import * as receiptCalls from '#contract/submissions/receipt-calls';
import { self, anyone } from '../accounts/policy.ts';
import { read, registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { fingerprintOf } from '../platform/signing/key-pair.ts';
import { acceptSubmission } from './accept-submission.ts';
import { makeReaders, type Panel } from './policy.ts';
import { registerPreviewRoutes } from './previews/routes.ts';
import { sendFile } from './send-file.ts';
import { registerUploadRoutes } from './uploads/routes.ts';
import { presentSignedReceipt, receiptKeys, stolenKeys } from './receipts/receipt-key.ts';
import { verifyReceipt } from './receipts/verify-receipt.ts';

type Readers = ReturnType<typeof makeReaders>;

const receiptReads = ({ receiptReader }: Readers) => [
  read(receiptCalls.readReceiptKey, {
    who: anyone,
    async run({ context }) {
      const { publicKeys } = await receiptKeys(context);
      const [key = '', ...former] = publicKeys;
      const stolen = await stolenKeys(context.database.reader);
      return {
        key,
        former_keys: former,
        fingerprints: Object.fromEntries(publicKeys.map((one) => [one, fingerprintOf(one)])),
        ...(stolen.length > 0 && { stolen_keys: stolen }),
      };
    },
  }),

  read(receiptCalls.readReceipt, {
    who: receiptReader,
    run: ({ context, resource }) => presentSignedReceipt(context, resource),
  }),

  read(receiptCalls.verifyReceipt, {
    who: anyone,
    run: async ({ context, body }) => ({ verdict: await verifyReceipt(context, body) }),
  }),
];

const readFile = ({ fileReader }: Readers) =>
  read(calls.readFile, {
    who: fileReader,
    run: ({ context, resource, request, reply }) => sendFile(context, resource, request, reply),
  });

/** Their key is a column of the submission: its bytes are safe before its row is written, and many rows share a commit. */
const submissionCalls = (
  [
    [calls.uploadWeek, 'week', studentMessages.weekSubmitted],
    [calls.uploadProject, 'final', studentMessages.finalSubmitted],
    [calls.uploadViva, 'viva', studentMessages.vivaSubmitted],
  ] as const
).map(([call, kind, message]) =>
  read(call, {
    who: self,
    async run({ context, resource, request }) {
      const receipt = await acceptSubmission(context, resource.accountId, kind, request);
      return { message, receipt };
    },
  }),
);

/** @param panel who examines a student reads what the student has submitted */
export function registerSubmissionRoutes(server: FastifyInstance, context: AppContext, panel: Panel): void {
  const readers = makeReaders(panel);
  // The plugin's hooks run for every request of a scope.
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    registerDeclared(uploads, context, submissionCalls);
  });
  void server.register(async (uploads) => registerUploadRoutes(uploads, context));
  registerDeclared(server, context, [readFile(readers), ...receiptReads(readers)]);
  server.addHook('onReady', async () => void (await receiptKeys(context)));
  registerPreviewRoutes(server, context, readers);
}
