import type { FastifyInstance } from 'fastify';
import { isoInstant } from '#contract/dates';
import * as calls from '#contract/operations/calls';
import { administrator } from '../../accounts/policy.ts';
import { backupMetrics } from '../backups/backup-records.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import { makeBoundedProbe } from '../../platform/bounded-probe.ts';
import type { AppContext } from '../../platform/context.ts';
import { countHeldMail, settleHeldMail } from '../../platform/mail/held-mail.ts';
import { describeSettings } from '../../platform/settings/settings.ts';
import { counted } from './check.ts';
import { watchNewestSubmission } from './machine-notes.ts';
import { recordHeldMailDecision, sendTestMail } from './portal-mail.ts';
import { runChecks } from './run-checks.ts';

/** Milliseconds: checks write a file and connect to the mail server. */
const bounds = { timeoutMs: 20_000, keptMs: 10_000 };

export function registerSystemCheckRoutes(server: FastifyInstance, context: AppContext): void {
  const stopWatching = watchNewestSubmission(context);
  server.addHook('onClose', async () => stopWatching());
  context.metrics.add(...backupMetrics(context));
  const check = makeBoundedProbe(async () => {
    const checks = await runChecks(context);
    const now = context.clock.now();
    const canSend = context.settings.smtpUrl !== null;
    const held_mails = canSend ? await countHeldMail(context.database.reader, now) : 0;
    return { checked_at: isoInstant(now), checks, held_mails, settings: describeSettings() };
  }, bounds);

  registerEndpoint(server, context, calls.readPortalChecks, {
    authorize: administrator,
    async handle() {
      const probed = await check();
      if ('error' in probed) throw probed.error;
      return { status: 200, body: probed.value };
    },
  });

  registerEndpoint(server, context, calls.settleHeldMail, {
    authorize: administrator,
    async handle({ resource: { accountId }, body: { decision } }) {
      const count = await settleHeldMail(context, decision, recordHeldMailDecision(decision, accountId));
      const done = decision === 'send' ? 'sent now' : 'not sent';
      return { status: 200, body: { message: `${counted(count, 'email')}: ${done}.` } };
    },
  });

  registerEndpoint(server, context, calls.sendTestMail, {
    authorize: administrator,
    async handle({ resource: { accountId }, body: { address }, idempotencyKey }) {
      await sendTestMail(context, { address, actorId: accountId, key: idempotencyKey });
      return { status: 200, body: { message: `The mail server accepted a test email to ${address}.` } };
    },
  });
}
