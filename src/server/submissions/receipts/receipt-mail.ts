import { isoInstant } from '#contract/dates';
import { punctuality } from '#contract/submissions/lateness';
import { taskScreen } from '#contract/screens';
import { greetingOf } from '../../accounts/own-account/notify-holder.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import type { Mail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { localMoment, localText } from '../../platform/zoned-time.ts';
import type { ReceiptRow } from '../queries.ts';
import { taskLabel } from '../open-task.ts';

/** Omits typed words for an unconfirmed email. */
export function receiptMail(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port' | 'academyName' | 'academyZone'>,
  student: { email: string; name: string; confirmedAt: number | null },
  row: ReceiptRow,
): Mail {
  const task = `${taskLabel(row.task)}, version ${row.version}`;
  const submitted = localText(row.submitted_at, settings.academyZone);
  const timing = punctuality({ task: row.task, late: row.late === 1, due_at: row.due_at });
  const utc = isoInstant(row.submitted_at).replace('T', ' ').replace('Z', '');
  return {
    event: `receipt:${row.number}`,
    to: student.email,
    subject: `Receipt ${row.number}: ${task}`,
    ...composeMail(settings, {
      greeting: greetingOf(student),
      lead: 'We have received and saved your submission.',
      details: [
        ['Receipt number', row.number],
        ['Task', task],
        ['Submitted', `${submitted} (${settings.academyZone})${timing === null ? '' : `, ${timing}`}`],
        ['Submitted, in UTC', utc],
        ...(row.due_at === null ? [] : ([['Due', localMoment(row.due_at, settings.academyZone)]] as const)),
        ...(row.file_name === null
          ? [['File', 'None'] as const]
          : ([
              ...(student.confirmedAt === null ? [] : ([['File', row.file_name]] as const)),
              ['Size', `${row.file_bytes} bytes`],
              ['SHA-256', row.file_sha256 ?? ''],
            ] as const)),
      ],
      links: [
        { label: 'Open it in the portal', href: portalLink(settings, taskScreen(row.task)) },
        {
          label: 'Check this receipt',
          href: portalLink(settings, `/verify?number=${encodeURIComponent(row.number)}`),
        },
      ],
      closing: 'Please do not reply to this email.',
      reason: 'You get a receipt for every submission.',
    }),
  };
}
