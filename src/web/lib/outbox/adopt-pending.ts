import { hourMs } from '#contract/durations';
import { parseWeek, weekTask, type Task } from '#contract/dates';
import { openDrafts, readDraft, writeDraft } from '../forms/drafts.ts';
import { identityOf, subjects, type SubmissionCall } from './act.ts';
import { outboxAccount, readActs } from './outbox.ts';
import { addAct, clearDrafts } from './press.ts';

/**
 * What the version of the portal before the outbox has left on a device: the last press of Submit beside the drafts, and
 * the drafts themselves as its content. To be removed with the next version but one.
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

/** Within an hour it goes on by itself, as it would have there; later its student decides. */
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
  await addAct({
    call,
    params: { s_id: account },
    body: pending.fields,
    subject: subjects.handIn(task),
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

/**
 * Puts drafts and outbox of an account in order when both are there: what an interrupted press has left in both is no
 * draft any more, and what an older version has left comes into the outbox.
 */
export async function tidyDrafts(account: string): Promise<void> {
  await openDrafts(account);
  if (outboxAccount() !== account) return;
  for (const act of readActs()) clearDrafts(act);
  for (const call of Object.keys(calls) as SubmissionCall[]) {
    const key = `about ${account} ${call}`;
    const stored = readDraft(key);
    if (typeof stored !== 'string') continue;
    await adopt(account, call, JSON.parse(stored) as PendingSubmission);
    writeDraft(key, null);
  }
}
