import type { FastifyInstance } from 'fastify';
import { isoInstant } from '#contract/dates';
import { serverMessages } from '../platform/http/server-messages.ts';
import * as calls from '#contract/people/calls';
import { addPerson as addCall } from '#contract/people/intake-calls';
import * as staffCalls from '#contract/people/staff-member-calls';
import { issuePasswordReset } from '../accounts/login/issue-password-reset.ts';
import { accountById } from '../accounts/queries.ts';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { portalLink } from '../platform/portal-link.ts';
import { previewBulkAction, runBulkAction } from './bulk-actions.ts';
import { correctAddress, correctProfile } from './correct-person.ts';
import { addPerson } from './intake/add-person.ts';
import { listPeople, readPerson } from './read-people.ts';
import { administrator } from '../accounts/policy.ts';
import { personOfOffice, type PersonOfOffice } from './policy.ts';
import { changeStaffMember, inviteStaffMember, listStaff } from './staff/staff-members.ts';

export function registerPeopleRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.listPeople, {
    authorize: administrator,
    async handle({ query }) {
      return { status: 200, body: await listPeople(context, query) };
    },
  });

  registerEndpoint(server, context, addCall, {
    authorize: administrator,
    async handle({ resource: { accountId: actorId }, body, idempotencyKey: key }) {
      return { status: 201, body: await addPerson(context, { actorId, person: body, key }) };
    },
  });

  registerEndpoint(server, context, calls.readPerson, {
    authorize: personOfOffice,
    async handle({ resource }) {
      return { status: 200, body: await readPerson(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.correctProfile, {
    authorize: personOfOffice,
    async handle({ resource, body, idempotencyKey }) {
      await correctProfile(context, resource, body, idempotencyKey);
      return { status: 200, body: await readPerson(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.correctAddress, {
    // The address controls the account.
    authorize: freshly<PersonOfOffice>(personOfOffice),
    async handle({ resource, body, idempotencyKey }) {
      await correctAddress(context, resource, body, idempotencyKey);
      return { status: 200, body: await readPerson(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.makeResetLink, {
    // The link opens the account.
    authorize: freshly<PersonOfOffice>(personOfOffice),
    async handle({ resource: { accountId, viewer }, reply }) {
      const account = await accountById(context.database.reader, accountId);
      if (account.anonymised_at !== null) throw httpErrors.conflict(serverMessages.personAnonymised);
      const { token, expiresAt } = await issuePasswordReset(context, account.email, viewer.accountId);
      const link = portalLink(context.settings, `/reset-password?token=${token}`);
      reply.header('Cache-Control', 'private, no-store');
      return { status: 201, body: { link, expires_at: isoInstant(expiresAt) } };
    },
  });

  registerEndpoint(server, context, staffCalls.listStaff, {
    authorize: administrator,
    async handle({ resource: viewer, query }) {
      return { status: 200, body: await listStaff(context, query, viewer) };
    },
  });

  registerEndpoint(server, context, staffCalls.inviteStaffMember, {
    // The link opens an account of all rights.
    authorize: freshly<Viewer>(administrator),
    async handle({ resource: viewer, body, idempotencyKey, reply }) {
      reply.header('Cache-Control', 'private, no-store');
      return { status: 201, body: await inviteStaffMember(context, body, viewer, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, staffCalls.changeStaffMember, {
    authorize: freshly<PersonOfOffice>(personOfOffice),
    async handle({ resource, body, idempotencyKey }) {
      return { status: 200, body: await changeStaffMember(context, resource, body, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, calls.readPeopleReach, {
    authorize: administrator,
    async handle({ resource: viewer, query }) {
      return { status: 200, body: await previewBulkAction(context, query, viewer) };
    },
  });

  registerEndpoint(server, context, calls.actOnPeople, {
    authorize: administrator,
    async handle({ resource: viewer, body, idempotencyKey }) {
      const done = await runBulkAction(context, body, viewer, idempotencyKey);
      return { status: 200, body: { act: body.act, done } };
    },
  });
}
