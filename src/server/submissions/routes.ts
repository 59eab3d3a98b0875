import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as calls from '#contract/submissions';
import { self, selfOrMentor } from '../accounts/policy.ts';
import type { AppContext } from '../platform/context.ts';
import { mount } from '../platform/http/registrar.ts';
import { handIn } from './hand-in.ts';
import { listSubmissions } from './list-submissions.ts';
import { fileReader } from './policy.ts';
import { presentTimeline, presentWeeklyStatus } from './presenter.ts';
import { standingsOf } from './queries.ts';
import { mountReceipts } from './receipts/routes.ts';
import { sendFile } from './send-file.ts';
import { mountUploads } from './uploads/routes.ts';

export function mountSubmissions(server: FastifyInstance, context: AppContext): void {
  // What watches every request watches those of where it is registered: other calls shall not pay for that.
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    mountHandIns(uploads, context);
  });
  void server.register(async (uploads) => mountUploads(uploads, context));

  mount(server, context, calls.readTimeline, {
    access: selfOrMentor,
    async handle({ subject }) {
      const rows = await standingsOf(context.database.reader, { accountId: subject.accountId });
      return { status: 200, body: presentTimeline(rows, context.clock.now()) };
    },
  });

  mount(server, context, calls.readWeeklyStatus, {
    access: selfOrMentor,
    async handle({ subject }) {
      const rows = await standingsOf(context.database.reader, { accountId: subject.accountId });
      return { status: 200, body: presentWeeklyStatus(rows, context.clock.now()) };
    },
  });

  mount(server, context, calls.listSubmissions, {
    access: selfOrMentor,
    async handle({ subject, query }) {
      return { status: 200, body: await listSubmissions(context, subject.accountId, query) };
    },
  });

  mount(server, context, calls.readFile, {
    access: fileReader,
    handle: ({ subject, request, reply }) => sendFile(context, subject, request, reply),
  });

  mountReceipts(server, context);
}

function mountHandIns(server: FastifyInstance, context: AppContext): void {
  mount(server, context, calls.uploadWeek, {
    access: self,
    async handle({ subject, request }) {
      const receipt = await handIn(context, subject.accountId, 'week', request);
      return { status: 201, body: { message: messages.weekSubmitted, receipt } };
    },
  });

  mount(server, context, calls.uploadProject, {
    access: self,
    async handle({ subject, request }) {
      const receipt = await handIn(context, subject.accountId, 'final', request);
      return { status: 201, body: { message: messages.finalSubmitted, receipt } };
    },
  });

  mount(server, context, calls.uploadViva, {
    access: self,
    async handle({ subject, request }) {
      const receipt = await handIn(context, subject.accountId, 'viva', request);
      return { status: 201, body: { message: messages.vivaSubmitted, receipt } };
    },
  });
}
