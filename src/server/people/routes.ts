import type { FastifyInstance } from 'fastify';
import { isoInstant } from '#contract/dates';
import { serverMessages } from '../platform/http/server-messages.ts';
import * as calls from '#contract/people/calls';
import { addPerson as addCall } from '#contract/people/intake-calls';
import * as staffCalls from '#contract/people/staff-member-calls';
import { issuePasswordReset } from '../accounts/login/issue-password-reset.ts';
import { accountById } from '../accounts/queries.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
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
  const on = makeRegistrar(server, context);

  on(calls.listPeople, administrator, ({ query }) => listPeople(context, query));

  on(addCall, administrator, ({ resource: { accountId: actorId }, body, idempotencyKey: key }) =>
    addPerson(context, { actorId, person: body, key }),
  );

  on(calls.readPerson, personOfOffice, ({ resource }) => readPerson(context, resource));

  on(calls.correctProfile, personOfOffice, async ({ resource, body, idempotencyKey }) => {
    await correctProfile(context, resource, body, idempotencyKey);
    return readPerson(context, resource);
  });

  // The address controls the account.
  on(
    calls.correctAddress,
    freshly<PersonOfOffice>(personOfOffice),
    async ({ resource, body, idempotencyKey }) => {
      await correctAddress(context, resource, body, idempotencyKey);
      return readPerson(context, resource);
    },
  );

  on(
    calls.makeResetLink,
    freshly<PersonOfOffice>(personOfOffice),
    async ({ resource: { accountId, viewer }, reply }) => {
      const account = await accountById(context.database.reader, accountId);
      if (account.anonymised_at !== null) throw httpErrors.conflict(serverMessages.personAnonymised);
      const { token, expiresAt } = await issuePasswordReset(context, account.email, viewer.accountId);
      const link = portalLink(context.settings, `/reset-password?token=${token}`);
      reply.header('Cache-Control', 'private, no-store');
      return { link, expires_at: isoInstant(expiresAt) };
    },
  );

  on(staffCalls.listStaff, administrator, ({ resource: viewer, query }) => listStaff(context, query, viewer));

  // The link opens an account of all rights.
  on(
    staffCalls.inviteStaffMember,
    freshly<Viewer>(administrator),
    async ({ resource: viewer, body, idempotencyKey, reply }) => {
      reply.header('Cache-Control', 'private, no-store');
      return inviteStaffMember(context, body, viewer, idempotencyKey);
    },
  );

  on(
    staffCalls.changeStaffMember,
    freshly<PersonOfOffice>(personOfOffice),
    ({ resource, body, idempotencyKey }) => changeStaffMember(context, resource, body, idempotencyKey),
  );

  on(calls.readPeopleReach, administrator, ({ resource: viewer, query }) =>
    previewBulkAction(context, query, viewer),
  );

  on(calls.actOnPeople, administrator, async ({ resource: viewer, body, idempotencyKey }) => {
    const done = await runBulkAction(context, body, viewer, idempotencyKey);
    return { act: body.act, done };
  });
}
