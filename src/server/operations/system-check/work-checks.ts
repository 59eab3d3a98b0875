import { minuteMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { alarmKinds } from '../../platform/alarms/alarm-kinds.ts';
import { unopenableMails } from '../../platform/mail/outbox-admin.ts';
import { countHeldMail } from '../../platform/mail/held-mail.ts';
import { jobMetrics, outboxMetrics } from '../../platform/metrics/queue-metrics.ts';
import { checkMailServer, senderAddress } from '../../platform/mail/smtp-sender.ts';
import { listedMail } from '../../platform/settings/settings.ts';
import { counted, fail, lengthOf, ok, warn, type Check, type Finding, type Loss } from './check.ts';

const lateMs = 15 * minuteMs;

/** Waiting, the oldest's seconds, given up. */
export async function readQueue(metrics: ReturnType<typeof jobMetrics>) {
  const values = await Promise.all(metrics.map(({ read }) => read()));
  const [waiting = 0, oldestSeconds = 0, dead = 0] = values.map(Number);
  return { waiting, oldestMs: oldestSeconds * 1000, dead };
}

async function checkQueue(
  queue: Awaited<ReturnType<typeof readQueue>>,
  one: string,
  todo: { dead: string; late: string },
) {
  const { waiting, oldestMs, dead } = queue;
  const found =
    waiting === 0
      ? `No waiting ${one}`
      : `${counted(waiting, one)} waiting, the oldest for ${lengthOf(oldestMs)}`;
  if (oldestMs > lateMs) return fail(found, todo.late);
  if (dead > 0) return warn(`${found}; ${counted(dead, one)} failed`, todo.dead);
  return ok(found);
}

async function checkServer({ settings }: Pick<AppContext, 'settings'>) {
  const { smtpUrl } = settings;
  if (smtpUrl === null)
    return warn(
      'SMTP_URL is not set: mail is stored and not sent',
      'Set SMTP_URL, or give people their links yourself: npx capstone mail shows them.',
    );
  if (smtpUrl === listedMail) return ok('This demo lists mail in place of sending it');
  const { host } = new URL(smtpUrl);
  await checkMailServer(smtpUrl);
  return ok(`${host} accepts mail from ${senderAddress(settings)}`);
}

async function checkOutbox(context: AppContext): Promise<Finding> {
  const { smtpUrl } = context.settings;
  const held = await countHeldMail(context.database.reader, context.clock.now());
  if (held > 0 && smtpUrl !== null)
    return warn(
      `${counted(held, 'mail')} held: unsent for more than two days`,
      'Decide on /staff/portal, or run npx capstone mail with --send-held or --drop-held.',
    );
  const queue = await readQueue(outboxMetrics(context));
  if (smtpUrl === null) return ok(`${counted(queue.waiting, 'mail')} stored: SMTP_URL is not set`);
  return checkQueue(queue, 'mail', {
    late: 'Run npx capstone mail to see the answers of the mail server.',
    dead: 'npx capstone mail --refused lists them; npx capstone mail retry ID sends one again.',
  });
}

export const workChecks: Check[] = [
  { id: 'mail', title: 'Mail server', run: checkServer },
  {
    id: 'outbox',
    title: 'Waiting mail',
    isAtStart: true,
    async run(context) {
      const { smtpUrl } = context.settings;
      if (smtpUrl === listedMail) return ok('Not sent by a demo');
      const unopenable = await unopenableMails(context);
      const loss: Loss = {
        kind: 'unreadable-mail',
        facts: unopenable.map((id) => `mail ${id}`),
        isAll: true,
      };
      if (unopenable.length === 0) return { ...(await checkOutbox(context)), loss };
      const found = `${counted(unopenable.length, 'waiting mail')} cannot be decrypted now`;
      return { ...fail(found, alarmKinds['unreadable-mail'].todo), loss };
    },
  },
  {
    id: 'jobs',
    title: 'Waiting jobs',
    async run(context) {
      return checkQueue(await readQueue(jobMetrics(context)), 'job', {
        late: 'Check that a portal is running. npx capstone jobs lists them; the log has the cause.',
        dead: 'npx capstone jobs lists them; npx capstone jobs retry ID runs one again.',
      });
    },
  },
];
