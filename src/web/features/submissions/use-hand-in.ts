import { useEffect, useRef, useState } from 'react';
import { boot } from '../../lib/boot.ts';
import { CallError, isSignedOut } from '../../lib/call-error.ts';
import { dropResumable } from '../../lib/resumable-upload.ts';
import { signInAgain } from '../../lib/sign-in-again.ts';
import {
  attemptSlot,
  changeAttempt,
  nextAttempt,
  readAttempt,
  whatToDo,
  writeAttempt,
  type HandInContent,
} from './attempt.ts';
import { deliver, type HandedIn, type HandInCall } from './deliver-hand-in.ts';
import { pause, waitBeforeNext } from './next-attempt.ts';

export type HandInState = {
  /** `waiting`: it failed for a reason that passes, and will be sent again by itself. */
  phase: 'editing' | 'sending' | 'waiting' | 'paused';
  /** How much has left, from 0 to 1. */
  share: number;
  /** Whether it can stop where it is and go on from there. */
  canPause: boolean;
  /** Why the last attempt failed. */
  failure: CallError | null;
};

const editing: HandInState = { phase: 'editing', share: 0, canPause: false, failure: null };

/** After the last byte has left nobody here knows whether it has arrived. */
function cancelled(share: number): CallError {
  const words =
    share < 1
      ? 'The upload was cancelled. Nothing was handed in.'
      : 'Cancelled, but it may have arrived already: please look at what is handed in so far.';
  return new CallError(0, 'cancelled', words);
}

/** A refusal of a large file can cut the line before its words arrive. */
function explain(error: unknown, { file }: HandInContent): CallError {
  if (!(error instanceof CallError))
    return new CallError(0, 'failed', 'Something went wrong. Please try again.');
  if (error.code !== 'offline' || file === null || file.size <= boot.maxUploadBytes) return error;
  const most = Math.floor(boot.maxUploadBytes / 1024 / 1024);
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
export function useHandIn(call: HandInCall, s_id: string, onReceipt: (answer: HandedIn) => void) {
  const [state, setState] = useState(editing);
  const slot = attemptSlot(s_id, call);
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  async function sendUntilReceipt(content: HandInContent): Promise<void> {
    run.current?.abort();
    const { signal } = (run.current = new AbortController());
    writeAttempt(slot, nextAttempt(content, readAttempt(slot), Date.now()));
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
        const answer = await deliver({ call, s_id, content, slot, isPlain, onProgress, signal });
        writeAttempt(slot, null);
        setState(editing);
        onReceipt(answer);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof CallError && error.code === 'not_resumable') {
          isPlain = true;
          continue;
        }
        if (isSignedOut(error) && (await signInAgain())) continue;
        const failure = explain(error, content);
        const wait = waitBeforeNext(failure, navigator.onLine ? tries : Math.min(tries, 1));
        if (wait === null) changeAttempt(slot, { isOn: false });
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
    send: (content: HandInContent) => alone(slot, false, () => sendUntilReceipt(content)),
    /** Goes on with what a reload or a crash cut off, or says that it is not handed in yet. */
    async goOn(content: HandInContent): Promise<void> {
      const what = whatToDo(content, readAttempt(slot), Date.now());
      if (what === 'go on') return alone(slot, true, () => sendUntilReceipt(content));
      if (what === 'nothing') return;
      changeAttempt(slot, { isOn: false });
      const words = 'This is not handed in yet. Submit goes on where it stopped.';
      setState({ ...editing, failure: new CallError(0, 'unfinished', words) });
    },
    /** Stops where it is; sending the same again goes on from there. */
    pause(): void {
      run.current?.abort();
      changeAttempt(slot, { isOn: false });
      setState((now) => ({ ...now, phase: 'paused', failure: null }));
    },
    /** Ends what is under way; what was typed and picked stays. */
    stop(): void {
      run.current?.abort();
      const upload = readAttempt(slot)?.upload;
      if (upload) dropResumable(upload.address);
      changeAttempt(slot, { isOn: false, upload: null });
      const wasGoing = state.phase === 'sending' || state.phase === 'paused';
      setState({ ...editing, failure: wasGoing ? cancelled(state.share) : state.failure });
    },
  };
}
