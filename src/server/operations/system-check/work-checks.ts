import { minuteMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { countHeldMail } from '../../platform/mail/held-mail.ts';
import { jobMetrics, outboxMetrics } from '../../platform/metrics/queue-metrics.ts';
import { checkMailServer, senderAddress } from '../../platform/mail/smtp-sender.ts';
import { counted, fail, lengthOf, ok, warn, type Check } from './check.ts';

/** Work that waits for longer is waiting for something. */
const lateMs = 15 * minuteMs;

/** The figures of a queue, as `/metrics` shows them: how much waits, for how many seconds, and what was given up. */
async function readQueue(metrics: ReturnType<typeof jobMetrics>) {
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
      ? `No ${one} waits`
      : `${counted(waiting, one)} waiting, the oldest for ${lengthOf(oldestMs)}`;
  if (oldestMs > lateMs) return fail(found, todo.late);
  if (dead > 0) return warn(`${found}; ${counted(dead, one)} given up`, todo.dead);
  return ok(found);
}

async function checkServer({ settings }: Pick<AppContext, 'settings'>) {
  const { smtpUrl } = settings;
  if (smtpUrl === null)
    return warn(
      'SMTP_URL is not set: mail is kept and not sent',
      'Set it, or hand out links on paper: npx capstone mail shows them.',
    );
  const { host } = new URL(smtpUrl);
  await checkMailServer(smtpUrl);
  return ok(`${host} lets the portal send, from ${senderAddress(settings)}`);
}

export const workChecks: Check[] = [
  { id: 'mail', title: 'Mail server', run: checkServer },
  {
    id: 'outbox',
    title: 'Mail that waits',
    async run(context) {
      const held = await countHeldMail(context.database.reader, context.clock.now());
      if (held > 0 && context.settings.smtpUrl !== null)
        return warn(
          `${counted(held, 'mail')} older than two days waited without being sent, and ${held === 1 ? 'is' : 'are'} held`,
          'Decide once, on /staff/portal or here: npx capstone mail --send-held, or --drop-held.',
        );
      const queue = await readQueue(outboxMetrics(context));
      if (context.settings.smtpUrl === null)
        return ok(`${counted(queue.waiting, 'mail')} kept, as SMTP_URL is not set`);
      return checkQueue(queue, 'mail', {
        late: 'npx capstone mail says what the mail server answered.',
        dead: 'npx capstone mail --refused names them; npx capstone mail retry ID sends one again.',
      });
    },
  },
  {
    id: 'jobs',
    title: 'Jobs that wait',
    async run(context) {
      return checkQueue(await readQueue(jobMetrics(context)), 'job', {
        late: 'Does a portal run? npx capstone jobs names them, and the log has the cause.',
        dead: 'npx capstone jobs names them; npx capstone jobs retry ID runs one again.',
      });
    },
  },
];
