import { isoInstant } from '#contract/dates';
import { punctuality } from '#contract/submissions/lateness';
import { taskScreen } from '#contract/screens';
import { greetedName } from '../../accounts/own-account/notify-holder.ts';
import { composeWorded } from '../../platform/mail/worded-mail.ts';
import type { Mail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { localMoment, localText } from '../../platform/zoned-time.ts';
import type { ReceiptRow } from '../queries.ts';
import { taskLabel } from '../open-task.ts';

/** Omits typed words for an unconfirmed email. */
export function receiptMail(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port' | 'academyName' | 'academyZone' | 'mailWords'>,
  student: { email: string; name: string; confirmedAt: number | null; batch: string | null },
  row: ReceiptRow,
): Mail {
  const label = taskLabel(row.task);
  const submitted = localText(row.submitted_at, settings.academyZone);
  const timing = punctuality({ task: row.task, late: row.late === 1, due_at: row.due_at });
  const due = row.due_at === null ? null : localMoment(row.due_at, settings.academyZone);
  const utc = isoInstant(row.submitted_at).replace('T', ' ').replace('Z', '');
  const values = {
    name: greetedName(student),
    batch: student.batch ?? '',
    task: label,
    version: String(row.version),
    number: row.number,
    submitted: localMoment(row.submitted_at, settings.academyZone),
    due: due ?? '',
  };
  return {
    event: `receipt:${row.number}`,
    to: student.email,
    ...composeWorded(settings, 'receipt', values, {
      details: [
        ['Receipt number', row.number],
        ['Task', `${label}, version ${row.version}`],
        ['Submitted', `${submitted} (${settings.academyZone})${timing === null ? '' : `, ${timing}`}`],
        ['Submitted, in UTC', utc],
        ...(due === null ? [] : ([['Due', due]] as const)),
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
