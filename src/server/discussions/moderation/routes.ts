import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/post-reports';
import { registerEndpoint } from '../../accounts/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { discussionAccess } from '../policy.ts';
import { dismissReports } from './dismiss-reports.ts';
import { listReports } from './list-reports.ts';
import { reportPost } from './report-post.ts';

/** Registers the calls by which a batch keeps order in its forum. */
export function registerModerationRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.reportPost, {
    authorize: discussionAccess,
    async handle({ resource: access, params, body, idempotencyKey }) {
      const { isNew } = await reportPost(context, access, { id: params.id, ...body }, idempotencyKey);
      return isNew
        ? { status: 201, body: { already_reported: false } }
        : { status: 200, body: { already_reported: true } };
    },
  });

  registerEndpoint(server, context, calls.listReports, {
    authorize: discussionAccess,
    async handle({ resource: access }) {
      return { status: 200, body: await listReports(context, access) };
    },
  });

  registerEndpoint(server, context, calls.dismissReports, {
    authorize: discussionAccess,
    async handle({ resource: access, params, body, idempotencyKey }) {
      await dismissReports(context, access, { id: params.id, ...body }, idempotencyKey);
      return { status: 204 };
    },
  });
}
