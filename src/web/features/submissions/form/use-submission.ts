import { useState, useEffect } from 'react';
import type { Task } from '#contract/dates';
import { taskScreen } from '#contract/screens';
import { CallError, toFailure } from '../../../lib/calls/call-error.ts';
import {
  isSubmission,
  type QueuedRequest,
  type SubmissionCall,
  type SubmitAnswer,
  draftOfFiles,
} from '../../../lib/outbox/queued-request.ts';
import { isUnkept } from '../../../lib/outbox/request-store.ts';
import { pauseRequest, resumeRequest } from '../../../lib/outbox/change-request.ts';
import { queueRequest } from '../../../lib/outbox/queue-request.ts';
import { takeBack } from '../../../lib/outbox/take-back.ts';
import { subjects } from '../../../lib/stored-names/offline.ts';
import { isResumable } from '../../../lib/outbox/send-submission.ts';
import { readReached } from '../../../lib/outbox/outbox.ts';
import {
  useClaim,
  useFraction,
  useOutbox,
  useRequestFiles,
  useRequests,
  useReturnedRequest,
  useSent,
} from '../../../lib/outbox/use-outbox.ts';
import { useSite } from '../../../lib/page/site.ts';
import { readDraft, watchDraft, writeDraft, type Draft } from '../../../lib/forms/drafts.ts';
import { useIsHydrated } from '../../../lib/page/page-time.ts';

/** Domain and path: `github.com/asha/queue`, not `main.py` or `src/main.py`. */
const bareAddress = /(?<=^|\s)(?:[a-z0-9-]+\.)+[a-z]{2,}\/\S*/gi;
/** No path, but `www.`. */
const bareHost = /(?<=^|\s)www\.(?:[a-z0-9-]+\.)+[a-z]{2,}(?=\s|$)/gi;

/** Only whole addresses become links; other text stays. */
export function completeLinks(typed: string): string {
  return typed.replace(bareAddress, 'https://$&').replace(bareHost, 'https://$&');
}

/** `picked` is the file, or those that it packs. */
export type SubmissionContent = {
  fields: Readonly<Record<string, string>>;
  file: File | null;
  picked: readonly File[];
};

export type SubmissionState = {
  /** `waiting`: a transient error is retried automatically, or another submission is first. */
  phase: 'editing' | 'sending' | 'waiting' | 'paused';
  /** Another submission is sent first. */
  isBehind: boolean;
  /** From 0 to 1. */
  fraction: number;
  canPause: boolean;
  /** On the device: sent after the page is left. */
  isKept: boolean;
};

/** After the last byte the client cannot know whether it arrived. */
function cancelled(fraction: number): CallError {
  const message =
    fraction < 1
      ? 'The upload was cancelled. Nothing was submitted.'
      : 'Cancelled, but your work may have arrived already. Please check your submissions.';
  return new CallError(0, 'cancelled', message);
}

function phaseOf(
  queued: QueuedRequest | undefined,
  { isBeingSent, isBehind }: { isBeingSent: boolean; isBehind: boolean },
): SubmissionState['phase'] {
  if (queued === undefined || queued.state === 'refused') return 'editing';
  if (queued.state === 'paused') return 'paused';
  return isBeingSent || (queued.failure === null && !isBehind) ? 'sending' : 'waiting';
}

function useIsBehind(queued: QueuedRequest | undefined): boolean {
  const submissions = useOutbox().filter((one) => isSubmission(one) && one.state === 'waiting');
  return submissions.findIndex(({ id }) => id === queued?.id) > 0;
}

function reachedBy(queued: QueuedRequest | undefined): number {
  if (queued === undefined) return 0;
  return queued.upload?.isWhole === true ? 1 : readReached(queued.id);
}

/**
 * A refused submission becomes a draft again. The weeks share their drafts: beside another draft it stays
 * refused.
 * @param draftKey the key of a field's draft
 */
export function useSubmission(
  {
    call,
    s_id,
    task,
    draftKey,
  }: { call: SubmissionCall; s_id: string; task: Task; draftKey: (field: string) => string },
  isEmpty: boolean,
  onReceipt: (answer: SubmitAnswer) => void,
) {
  const { maxUploadBytes } = useSite();
  const subject = subjects.submission(task);
  const [givenUp, setGivenUp] = useState('');
  const requests = useRequests(subject).filter(({ id }) => id !== givenUp);
  const queued = requests.find(({ state }) => state !== 'refused') ?? requests[0];
  const files = useRequestFiles(queued);
  const fraction = useFraction(queued?.id);
  const [returned, setReturned] = useState('');
  const isRefused = queued?.state === 'refused';
  if (isRefused && isEmpty && queued.id !== returned) setReturned(queued.id);
  // No form shows it: the bar does.
  const staysRefused = isRefused && !isEmpty && queued.id !== returned;
  useClaim(staysRefused ? null : subject);
  const { isReturned, failure, setFailure } = useReturnedRequest(staysRefused ? undefined : queued);
  const isBehind = useIsBehind(queued);
  const phase = phaseOf(queued, { isBeingSent: fraction !== undefined, isBehind });

  useSent((sent, answer) => {
    if (sent.subject !== subject || !answer) return false;
    setFailure(null);
    onReceipt(answer as SubmitAnswer);
    return true;
  });

  const contentOf = (waiting: QueuedRequest): SubmissionContent => ({
    fields: waiting.body as SubmissionContent['fields'],
    ...files,
  });
  return {
    state: {
      phase,
      isBehind,
      fraction: fraction ?? reachedBy(queued),
      canPause: phase === 'sending' && queued !== undefined && isResumable({ ...queued, file: files.file }),
      isKept: queued === undefined || !isUnkept(queued.id),
    } satisfies SubmissionState,
    isReturned,
    /** Of waiting or refusal. */
    failure: phase === 'editing' ? failure : (queued?.failure ?? null),
    /** In the outbox; null without one. */
    content: queued === undefined || phase === 'editing' ? null : contentOf(queued),
    async send(content: SubmissionContent): Promise<void> {
      setFailure(null);
      if (queued !== undefined && phase !== 'editing') return resumeRequest(queued);
      const { selectedWeek: _week, declaration: _id, ...texts } = content.fields;
      const drafts = Object.entries(texts).map(([field, text]) => [draftKey(field), text]);
      await queueRequest({
        call,
        params: { s_id },
        body: content.fields,
        subject,
        label: { task, to: taskScreen(task) },
        drafts: Object.fromEntries(drafts),
        file: content.file,
        ...(content.picked.length > 1 && { picked: content.picked }),
        ...(content.file !== null && { fileDraft: draftKey('file') }),
        maxFileBytes: maxUploadBytes,
      });
    },
    pause: () => queued && void pauseRequest(queued),
    /** Its content returns to the form. */
    cancel(): void {
      if (queued === undefined) return;
      const isActive = phase === 'sending' || phase === 'paused';
      setFailure(isActive ? toFailure(cancelled(fraction ?? 0)) : queued.failure);
      void takeBack(queued);
    },
    /** The form already has newer content. */
    replace(): void {
      if (queued === undefined) return;
      setGivenUp(queued.id);
      setFailure(null);
      void takeBack(queued, true);
    },
  };
}

const noFiles: readonly File[] = [];

function filesOf(value: Draft | undefined): readonly File[] {
  if (value instanceof File) return [value];
  return value === undefined || typeof value === 'string' ? noFiles : value;
}

/** The picked files. Set none once the server has them. */
export function useFilesDraft(key: string): [readonly File[], (files: readonly File[]) => void] {
  const isHydrated = useIsHydrated();
  const [files, setFiles] = useState(() => (isHydrated ? filesOf(readDraft(key)) : noFiles));
  useEffect(() => {
    const show = (value: Draft | undefined) => setFiles(filesOf(value));
    show(readDraft(key));
    return watchDraft(key, show);
  }, [key]);
  const change = (next: readonly File[]) => {
    setFiles(next);
    writeDraft(key, draftOfFiles(next));
  };
  return [files, change];
}
