import { hourMs } from '#contract/durations';
import { parseWeek, weekTask, type Task } from '#contract/dates';
import { openDrafts, readDraft, writeDraft } from '../forms/drafts.ts';
import { identityOf, subjects, type SubmissionCall } from './queued-request.ts';
import { outboxAccount, readRequests } from './outbox.ts';
import { queueRequest, clearDrafts } from './queue-request.ts';

/**
 * A submission as versions before the outbox left it: its last attempt beside the drafts, its content. To be
 * removed with the next version but one.
 */
type PendingSubmission = {
  key: string;
  fields: Readonly<Record<string, string>>;
  file: string | null;
  isOn: boolean;
  pressedAt: number;
  upload: { address: string; task: string; isWhole?: boolean } | null;
};

const calls: Record<SubmissionCall, string> = {
  uploadWeek: '/WeeklySubmission',
  uploadProject: '/FinalProjectSubmission',
  uploadViva: '/viva',
};

function taskOf(call: SubmissionCall, { fields }: PendingSubmission): Task | null {
  if (call === 'uploadProject') return 'final';
  if (call === 'uploadViva') return 'viva';
  const week = parseWeek(fields['selectedWeek'] ?? '');
  return week === null ? null : weekTask(week);
}

/** Sent automatically within an hour, as that version did; later its student decides. */
async function adopt(account: string, call: SubmissionCall, pending: PendingSubmission): Promise<void> {
  const keyOf = (field: string) => `${account} ${call} ${field}`;
  const task = taskOf(call, pending);
  const draft = readDraft(keyOf('file'));
  const file = draft instanceof File ? draft : null;
  const { selectedWeek: _week, ...texts } = pending.fields;
  const isUnchanged = Object.entries(texts).every(
    ([field, text]) => (readDraft(keyOf(field)) ?? '') === text,
  );
  if (task === null || !isUnchanged || identityOf(file) !== pending.file) return;
  if (!pending.isOn && pending.upload === null) return;
  const isRecent = pending.isOn && Date.now() - pending.pressedAt < hourMs;
  const week = pending.fields['selectedWeek'];
  const { upload } = pending;
  await queueRequest({
    call,
    params: { s_id: account },
    body: pending.fields,
    subject: subjects.submission(task),
    label: { task, to: week === undefined ? calls[call] : `${calls[call]}?week=${week}` },
    drafts: Object.fromEntries(Object.entries(texts).map(([field, text]) => [keyOf(field), text])),
    file,
    ...(file !== null && { fileDraft: keyOf('file') }),
    state: isRecent ? 'waiting' : 'paused',
    earlier: {
      idempotencyKey: pending.key,
      upload: upload?.task === task ? { address: upload.address, isWhole: upload.isWhole === true } : null,
    },
  });
}

/** Removes drafts that are already queued, and queues what an older version left. */
export async function tidyDrafts(account: string): Promise<void> {
  await openDrafts(account);
  if (outboxAccount() !== account) return;
  for (const request of readRequests()) clearDrafts(request);
  for (const call of Object.keys(calls) as SubmissionCall[]) {
    const key = `about ${account} ${call}`;
    const stored = readDraft(key);
    if (typeof stored !== 'string') continue;
    await adopt(account, call, JSON.parse(stored) as PendingSubmission);
    writeDraft(key, null);
  }
}
