import { useEffect, useRef, useState } from 'react';
import { useSite } from '../../lib/site.ts';
import { CallError, isSignedOut } from '../../lib/call-error.ts';
import { dropResumable } from '../../lib/resumable-upload.ts';
import { reauthenticate } from '../../lib/reauth-prompt.ts';
import { retryDelayMs, sleep } from '../../lib/retry-delay.ts';
import {
  pendingSubmissionKey,
  updatePendingSubmission,
  nextPendingSubmission,
  readPendingSubmission,
  decideResume,
  writePendingSubmission,
  type SubmissionContent,
} from './pending-submission.ts';
import { submit, type SubmitAnswer, type SubmissionCall } from './submit.ts';

export type SubmissionState = {
  /** `waiting`: it failed with a transient error and will be retried automatically. */
  phase: 'editing' | 'sending' | 'waiting' | 'paused';
  /** The fraction sent, from 0 to 1. */
  fraction: number;
  /** Whether the upload can be paused and resumed. */
  canPause: boolean;
  /** Why the last attempt failed. */
  failure: CallError | null;
};

/** A file whose upload the server has lost more often is sent with the form. */
const maxLostUploads = 2;

const editing: SubmissionState = { phase: 'editing', fraction: 0, canPause: false, failure: null };

/** Once the last byte has been sent, the client cannot know whether it has arrived. */
function cancelled(fraction: number): CallError {
  const message =
    fraction < 1
      ? 'The upload was cancelled. Nothing was handed in.'
      : 'Cancelled, but it may have arrived already: please look at what is handed in so far.';
  return new CallError(0, 'cancelled', message);
}

/** Refusing a large file can close the connection before the answer arrives: then the reason is its size. */
function toSubmissionError(error: unknown, { file }: SubmissionContent, maxUploadBytes: number): CallError {
  if (!(error instanceof CallError))
    return new CallError(0, 'failed', 'Something went wrong. Please try again.');
  if (error.code !== 'offline' || file === null || file.size <= maxUploadBytes) return error;
  const maxMb = Math.floor(maxUploadBytes / 1024 / 1024);
  return new CallError(413, 'too_large', `A file can have at most ${maxMb} MB.`);
}

/** Runs work under a lock shared by all tabs; `isExclusive`: skips it while another tab holds the lock. */
async function withTabLock(name: string, isExclusive: boolean, work: () => Promise<void>): Promise<void> {
  // Without https there are no locks; the idempotency key still keeps two tabs from creating two versions.
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock === null && isExclusive ? undefined : work(),
  );
}

/** Submits with automatic retries while the network or the server is unavailable, at most once on the server. */
export function useSubmission(call: SubmissionCall, s_id: string, onReceipt: (answer: SubmitAnswer) => void) {
  const { maxUploadBytes } = useSite();
  const [state, setState] = useState(editing);
  const pendingKey = pendingSubmissionKey(s_id, call);
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  async function sendWithRetries(content: SubmissionContent): Promise<void> {
    run.current?.abort();
    const { signal } = (run.current = new AbortController());
    writePendingSubmission(
      pendingKey,
      nextPendingSubmission(content, readPendingSubmission(pendingKey), Date.now()),
    );
    setState((now) => ({
      ...editing,
      phase: 'sending',
      fraction: now.phase === 'paused' ? now.fraction : 0,
    }));
    let isPlain = false;
    let lostUploads = 0;
    let best = 0;
    for (let tries = 0; ; tries++) {
      const onProgress = (fraction: number, canPause: boolean): void => {
        // Progress resets the retry count.
        if (fraction > best + 0.01) [best, tries] = [fraction, 0];
        if (!signal.aborted) setState((now) => ({ ...now, phase: 'sending', fraction, canPause }));
      };
      try {
        const answer = await submit({
          call,
          s_id,
          content,
          pendingKey,
          maxUploadBytes,
          isPlain,
          onProgress,
          signal,
        });
        writePendingSubmission(pendingKey, null);
        setState(editing);
        onReceipt(answer);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof CallError && error.code === 'not_resumable') {
          isPlain = true;
          continue;
        }
        // Machines that do not know each other's uploads would lose each of them.
        if (error instanceof CallError && error.code === 'no_upload')
          isPlain = ++lostUploads > maxLostUploads;
        if (isSignedOut(error) && (await reauthenticate())) continue;
        const failure = toSubmissionError(error, content, maxUploadBytes);
        const delay = retryDelayMs(failure, navigator.onLine ? tries : Math.min(tries, 1));
        if (delay === null) updatePendingSubmission(pendingKey, { isOn: false });
        setState(({ fraction }) => ({
          ...editing,
          phase: delay === null ? 'editing' : 'waiting',
          fraction: delay === null ? 0 : fraction,
          failure,
        }));
        if (delay === null) return;
        if (await sleep(delay, signal)) tries--;
        if (signal.aborted) return;
        setState((now) => ({ ...now, phase: 'sending' }));
      }
    }
  }

  return {
    state,
    send: (content: SubmissionContent) => withTabLock(pendingKey, false, () => sendWithRetries(content)),
    /** Resumes an attempt that a reload or a crash interrupted, or says that it is not handed in yet. */
    async resume(content: SubmissionContent): Promise<void> {
      const action = decideResume(content, readPendingSubmission(pendingKey), Date.now());
      if (action === 'resume') return withTabLock(pendingKey, true, () => sendWithRetries(content));
      if (action === 'nothing') return;
      updatePendingSubmission(pendingKey, { isOn: false });
      const message = 'This is not handed in yet. Submit goes on where it stopped.';
      setState({ ...editing, failure: new CallError(0, 'unfinished', message) });
    },
    /** Pauses the upload; sending the same content again resumes it. */
    pause(): void {
      run.current?.abort();
      updatePendingSubmission(pendingKey, { isOn: false });
      setState((now) => ({ ...now, phase: 'paused', failure: null }));
    },
    /** Cancels; the form's content stays. */
    cancel(): void {
      run.current?.abort();
      const upload = readPendingSubmission(pendingKey)?.upload;
      if (upload) dropResumable(upload.address);
      updatePendingSubmission(pendingKey, { isOn: false, upload: null });
      const wasActive = state.phase === 'sending' || state.phase === 'paused';
      setState({ ...editing, failure: wasActive ? cancelled(state.fraction) : state.failure });
    },
  };
}
