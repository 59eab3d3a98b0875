import { useEffect, useRef, useState } from 'react';
import { initialData } from '../../lib/initial-data.ts';
import { CallError, isSignedOut } from '../../lib/call-error.ts';
import { dropResumable } from '../../lib/resumable-upload.ts';
import { reauthenticate } from '../../lib/reauth-prompt.ts';
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
import { pause, retryDelayMs } from './retry-delay.ts';

export type SubmissionState = {
  /** `waiting`: it failed for a reason that passes, and will be sent again by itself. */
  phase: 'editing' | 'sending' | 'waiting' | 'paused';
  /** How much has left, from 0 to 1. */
  share: number;
  /** Whether it can stop where it is and go on from there. */
  canPause: boolean;
  /** Why the last attempt failed. */
  failure: CallError | null;
};

const editing: SubmissionState = { phase: 'editing', share: 0, canPause: false, failure: null };

/** After the last byte has left nobody here knows whether it has arrived. */
function cancelled(share: number): CallError {
  const words =
    share < 1
      ? 'The upload was cancelled. Nothing was handed in.'
      : 'Cancelled, but it may have arrived already: please look at what is handed in so far.';
  return new CallError(0, 'cancelled', words);
}

/** A refusal of a large file can cut the line before its words arrive. */
function explain(error: unknown, { file }: SubmissionContent): CallError {
  if (!(error instanceof CallError))
    return new CallError(0, 'failed', 'Something went wrong. Please try again.');
  if (error.code !== 'offline' || file === null || file.size <= initialData.maxUploadBytes) return error;
  const most = Math.floor(initialData.maxUploadBytes / 1024 / 1024);
  return new CallError(413, 'too_large', `A file can have at most ${most} MB.`);
}

/** Runs an act under a lock that all tabs see; `isNeeded`: not at all while another tab holds it. */
async function alone(name: string, isNeeded: boolean, act: () => Promise<void>): Promise<void> {
  // Without https there are no locks; the Idempotency-Key still keeps two tabs from making two versions.
  if (!('locks' in navigator)) return act();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock === null && isNeeded ? undefined : act(),
  );
}

/** Sends hand-ins, again by itself while the network or the server is away, each at most once on the server. */
export function useSubmission(call: SubmissionCall, s_id: string, onReceipt: (answer: SubmitAnswer) => void) {
  const [state, setState] = useState(editing);
  const slot = pendingSubmissionKey(s_id, call);
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  async function sendUntilReceipt(content: SubmissionContent): Promise<void> {
    run.current?.abort();
    const { signal } = (run.current = new AbortController());
    writePendingSubmission(slot, nextPendingSubmission(content, readPendingSubmission(slot), Date.now()));
    setState((now) => ({ ...editing, phase: 'sending', share: now.phase === 'paused' ? now.share : 0 }));
    let isPlain = false;
    let best = 0;
    for (let tries = 0; ; tries++) {
      const onProgress = (share: number, canPause: boolean): void => {
        // Whoever gets on is not counted as failing again and again.
        if (share > best + 0.01) [best, tries] = [share, 0];
        if (!signal.aborted) setState((now) => ({ ...now, phase: 'sending', share, canPause }));
      };
      try {
        const answer = await submit({ call, s_id, content, slot, isPlain, onProgress, signal });
        writePendingSubmission(slot, null);
        setState(editing);
        onReceipt(answer);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof CallError && error.code === 'not_resumable') {
          isPlain = true;
          continue;
        }
        if (isSignedOut(error) && (await reauthenticate())) continue;
        const failure = explain(error, content);
        const wait = retryDelayMs(failure, navigator.onLine ? tries : Math.min(tries, 1));
        if (wait === null) updatePendingSubmission(slot, { isOn: false });
        setState(({ share }) => ({
          ...editing,
          phase: wait === null ? 'editing' : 'waiting',
          share: wait === null ? 0 : share,
          failure,
        }));
        if (wait === null) return;
        await pause(wait, signal);
        if (signal.aborted) return;
        setState((now) => ({ ...now, phase: 'sending' }));
      }
    }
  }

  return {
    state,
    send: (content: SubmissionContent) => alone(slot, false, () => sendUntilReceipt(content)),
    /** Goes on with what a reload or a crash cut off, or says that it is not handed in yet. */
    async goOn(content: SubmissionContent): Promise<void> {
      const what = decideResume(content, readPendingSubmission(slot), Date.now());
      if (what === 'go on') return alone(slot, true, () => sendUntilReceipt(content));
      if (what === 'nothing') return;
      updatePendingSubmission(slot, { isOn: false });
      const words = 'This is not handed in yet. Submit goes on where it stopped.';
      setState({ ...editing, failure: new CallError(0, 'unfinished', words) });
    },
    /** Stops where it is; sending the same again goes on from there. */
    pause(): void {
      run.current?.abort();
      updatePendingSubmission(slot, { isOn: false });
      setState((now) => ({ ...now, phase: 'paused', failure: null }));
    },
    /** Ends what is under way; what was typed and picked stays. */
    stop(): void {
      run.current?.abort();
      const upload = readPendingSubmission(slot)?.upload;
      if (upload) dropResumable(upload.address);
      updatePendingSubmission(slot, { isOn: false, upload: null });
      const wasGoing = state.phase === 'sending' || state.phase === 'paused';
      setState({ ...editing, failure: wasGoing ? cancelled(state.share) : state.failure });
    },
  };
}
