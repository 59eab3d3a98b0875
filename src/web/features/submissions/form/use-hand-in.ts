import { useState } from 'react';
import type { Task } from '#contract/dates';
import { CallError, toFailure } from '../../../lib/calls/call-error.ts';
import {
  isHandIn,
  subjects,
  type Act,
  type SubmissionCall,
  type SubmitAnswer,
} from '../../../lib/outbox/act.ts';
import { isUnkept } from '../../../lib/outbox/act-store.ts';
import { addAct, pauseAct, resumeAct, takeBack } from '../../../lib/outbox/press.ts';
import { isResumable } from '../../../lib/outbox/send-hand-in.ts';
import { readReached } from '../../../lib/outbox/outbox.ts';
import {
  useActFile,
  useActs,
  useClaim,
  useFraction,
  useOutbox,
  useSent,
} from '../../../lib/outbox/use-outbox.ts';
import { useReturnedAct } from '../../../lib/outbox/use-returned-act.ts';
import { useSite } from '../../../lib/page/site.ts';

/** The content of a hand-in. */
export type SubmissionContent = { fields: Readonly<Record<string, string>>; file: File | null };

export type HandInState = {
  /** `waiting`: it failed with a transient error and will be retried automatically, or comes after another one. */
  phase: 'editing' | 'sending' | 'waiting' | 'paused';
  /** Whether a hand-in that was pressed before is to go first. */
  isBehind: boolean;
  /** The fraction sent, from 0 to 1. */
  fraction: number;
  /** Whether the upload can be paused and resumed. */
  canPause: boolean;
  /** Whether the device keeps it, so that it goes although the page is left. */
  isKept: boolean;
};

const screens = {
  uploadWeek: '/WeeklySubmission',
  uploadProject: '/FinalProjectSubmission',
  uploadViva: '/viva',
} as const;

/** The screen of a hand-in, with its week where it has one. */
function screenOf(call: SubmissionCall, { fields }: SubmissionContent): string {
  const week = fields['selectedWeek'];
  return week === undefined ? screens[call] : `${screens[call]}?week=${encodeURIComponent(week)}`;
}

/** Once the last byte has been sent, the client cannot know whether it has arrived. */
function cancelled(fraction: number): CallError {
  const message =
    fraction < 1
      ? 'The upload was cancelled. Nothing was submitted.'
      : 'Cancelled, but your work may have arrived already. Please check your submissions.';
  return new CallError(0, 'cancelled', message);
}

function phaseOf(
  act: Act | undefined,
  { isBeingSent, isBehind }: { isBeingSent: boolean; isBehind: boolean },
): HandInState['phase'] {
  if (act === undefined || act.state === 'refused') return 'editing';
  if (act.state === 'paused') return 'paused';
  return isBeingSent || (act.failure === null && !isBehind) ? 'sending' : 'waiting';
}

/** Whether a hand-in of another task waits before this one. */
function useIsBehind(act: Act | undefined): boolean {
  const handIns = useOutbox().filter((one) => isHandIn(one) && one.state === 'waiting');
  return handIns.findIndex(({ id }) => id === act?.id) > 0;
}

/** The fraction that has been sent of what is not being sent just now. */
function reachedBy(act: Act | undefined): number {
  if (act === undefined) return 0;
  return act.upload?.isWhole === true ? 1 : readReached(act.id);
}

/**
 * The hand-in of a task that is in the outbox, if there is one, and what its form does with it. What is refused becomes a
 * draft again, in the form that shows it.
 * @param draftKey the key of a field's draft
 */
export function useHandIn(
  {
    call,
    s_id,
    task,
    draftKey,
  }: { call: SubmissionCall; s_id: string; task: Task; draftKey: (field: string) => string },
  onReceipt: (answer: SubmitAnswer) => void,
) {
  const { maxUploadBytes } = useSite();
  const subject = subjects.handIn(task);
  useClaim(subject);
  const [givenUp, setGivenUp] = useState('');
  const act = useActs(subject).find(({ id }) => id !== givenUp);
  const file = useActFile(act);
  const fraction = useFraction(act?.id);
  const { failure, setFailure } = useReturnedAct(act);
  const isBehind = useIsBehind(act);
  const phase = phaseOf(act, { isBeingSent: fraction !== undefined, isBehind });

  useSent((sent, answer) => {
    if (sent.subject !== subject || !answer) return false;
    setFailure(null);
    onReceipt(answer as SubmitAnswer);
    return true;
  });

  const contentOf = (waiting: Act): SubmissionContent => ({
    fields: waiting.body as SubmissionContent['fields'],
    file,
  });
  return {
    state: {
      phase,
      isBehind,
      fraction: fraction ?? reachedBy(act),
      canPause: phase === 'sending' && act !== undefined && isResumable({ ...act, file }),
      isKept: act === undefined || !isUnkept(act.id),
    } satisfies HandInState,
    /** Why it does not go just now, or was refused. */
    failure: phase === 'editing' ? failure : (act?.failure ?? null),
    /** What waits in the outbox; null where nothing does. */
    content: act === undefined || phase === 'editing' ? null : contentOf(act),
    async send(content: SubmissionContent): Promise<void> {
      setFailure(null);
      if (act !== undefined && phase !== 'editing') return resumeAct(act);
      const { selectedWeek: _week, ...texts } = content.fields;
      const drafts = Object.entries(texts).map(([field, text]) => [draftKey(field), text]);
      await addAct({
        call,
        params: { s_id },
        body: content.fields,
        subject,
        label: { task, to: screenOf(call, content) },
        drafts: Object.fromEntries(drafts),
        file: content.file,
        ...(content.file !== null && { fileDraft: draftKey('file') }),
        maxFileBytes: maxUploadBytes,
      });
    },
    pause: () => act && void pauseAct(act),
    /** Takes it back; its content is the form's again. */
    cancel(): void {
      if (act === undefined) return;
      const isActive = phase === 'sending' || phase === 'paused';
      setFailure(isActive ? toFailure(cancelled(fraction ?? 0)) : act.failure);
      void takeBack(act);
    },
    /** Gives it up for a content that its form has already. */
    replace(): void {
      if (act === undefined) return;
      setGivenUp(act.id);
      setFailure(null);
      void takeBack(act, true);
    },
  };
}
