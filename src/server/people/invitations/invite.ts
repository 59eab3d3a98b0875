import { noPublicUrl } from '#contract/people/no-public-url';
import { z } from 'zod';
import * as calls from '#contract/people/invitation-calls';
import { administrator } from '../../accounts/policy.ts';
import { act } from '../../accounts/sessions/act.ts';
import { recordAuditEvents } from '../../audit/record-audit-event.ts';
import { batchByName } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { mayMailToday } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import {
  mailInvitation,
  endInvitations,
  lockInvitedAt,
  makeInvitations,
  type InvitationWay,
} from './invitations.ts';
import { countInvited, invitable, listInvited, type InvitedRow } from './invitation-queries.ts';

/** Of a batch (null: all), not invited yet; or some addresses, even if invited. */
export type Whom = {
  batch: string | null;
  emails?: readonly string[] | undefined;
  uninvited?: true | undefined;
};
export type InvitedBy = { actorId: number; now: number };

const noMail = 'This portal cannot send email yet. Please print the invitations.';

/** Links would only work on this machine. @throws 409 */
export function requirePublicUrl({ publicUrl }: AppContext['settings']): void {
  if (publicUrl === null) throw httpErrors.conflict(noPublicUrl);
}

export const invitationPath = (token: string): string => `/invitation?token=${token}`;

/** By the current or a former name; null for every batch. @throws 404 */
export async function batchIdOf(reader: Reader, batch: string | null): Promise<number | null> {
  return batch === null ? null : (await batchByName(reader, batch)).id;
}

/** @returns tokens by address */
export async function invite(
  writer: Writer,
  people: readonly InvitedRow[],
  {
    way,
    actorId,
    now,
    ...ofSheet
  }: InvitedBy & {
    way: InvitationWay;
    sheet?: number;
    isAgain?: boolean;
    codes?: ReadonlyMap<string, string>;
  },
): Promise<Map<string, string>> {
  const emails = people.map(({ email }) => email);
  const tokens = await makeInvitations(writer, { emails, way, madeBy: actorId, now, ...ofSheet });
  const line = { at: now, actorId, act: 'invite-person', after: { way } } as const;
  await recordAuditEvents(
    writer,
    emails.map((email) => ({ ...line, subject: email })),
  );
  return tokens;
}

/** Skips people at today's mail limit. */
async function inviteByMail(
  writer: Writer,
  context: Pick<AppContext, 'settings' | 'secrets'>,
  people: readonly InvitedRow[],
  by: InvitedBy,
): Promise<number> {
  const { mailsADay } = context.settings;
  const within: InvitedRow[] = [];
  for (const person of people)
    if (await mayMailToday(writer, { to: person.email, mailsADay, now: by.now })) within.push(person);
  const tokens = await invite(writer, within, { ...by, way: 'mail' });
  for (const person of within) {
    const link = portalLink(context.settings, invitationPath(tokens.get(person.email) as string));
    await mailInvitation(writer, context, { person, link, now: by.now });
  }
  return within.length;
}

const invitedAtOnce = 50;

/** Small transactions; continues after an interruption. */
export const sendInvitationsJob: Job<{ batchId: number | null; actorId: number }> = {
  kind: 'send-invitations',
  payload: z.object({ batchId: z.number().nullable(), actorId: z.number() }),
  async run(context, { batchId, actorId }, signal) {
    const { database, clock } = context;
    requirePublicUrl(context.settings);
    for (let after = ''; !signal.aborted;) {
      const page = { state: 'not-invited', batchId, now: clock.now(), after, limit: invitedAtOnce } as const;
      const last = await database.transaction(async (writer) => {
        const people = await listInvited(writer, page);
        await inviteByMail(writer, context, people, { actorId, now: page.now });
        return people.at(-1)?.email;
      });
      if (last === undefined) return;
      after = last;
    }
  },
};

/** The first words of a chat about an invitation. */
export const greeting = (
  { name, email }: Pick<InvitedRow, 'name' | 'email'>,
  { academyName }: Pick<AppContext['settings'], 'academyName'>,
): string => `Hello ${name ?? email}, ${academyName} has invited you to its student portal.`;

export const invitingCalls = [
  // To addresses at once, or to a batch in the background.
  act(calls.sendInvitations, {
    who: administrator,
    key: {
      kind: 'invitations',
      content: ({ body: { batch, emails, uninvited } }) => [
        batch,
        emails ?? null,
        // Keys of before have no such member.
        ...(uninvited === true ? [uninvited] : []),
      ],
    },
    audit: 'send-invitations',
    async run(writer, { context, resource, body: { batch, emails, uninvited }, now }) {
      if (context.settings.smtpUrl === null) throw httpErrors.conflict(noMail);
      requirePublicUrl(context.settings);
      const batchId = await batchIdOf(writer, batch);
      const by = { actorId: resource.accountId, now };
      if (emails !== undefined)
        return {
          id: await inviteByMail(writer, context, await invitable(writer, { emails, now, uninvited }), by),
        };
      const invited = (await countInvited(writer, { batchId, now }))['not-invited'];
      if (invited === 0) return { id: 0 };
      const payload = { batchId, actorId: resource.accountId };
      await enqueueJob(writer, sendInvitationsJob, payload, { now, key: String(batchId ?? 'all') });
      return { id: invited, audit: { subject: batch ?? 'every batch', after: { invited } } };
    },
    answer: async (_reader, _request, invited) => ({ invited }),
  }),

  act(calls.revokeInvitations, {
    who: administrator,
    key: { kind: 'revoked-invitations', content: ({ body: { emails } }) => [emails] },
    // A page that was left open must not end a newer invitation.
    changes: {
      stored: async (writer, { body: { emails } }) => ({ invited: await lockInvitedAt(writer, emails) }),
      seen: ['invited'],
      message:
        'Somebody was invited again since you opened this page. Nothing was withdrawn. Reload the page.',
    },
    audit: 'revoke-invitation',
    async run(writer, { body: { emails }, now }) {
      const revoked = await endInvitations(writer, { emails, now });
      return { id: revoked.length, audit: revoked.map((subject) => ({ subject })) };
    },
    answer: async (_reader, _request, revoked) => ({ revoked }),
  }),
];
