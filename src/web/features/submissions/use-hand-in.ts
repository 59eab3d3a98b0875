import { useEffect, useRef, useState } from 'react';
import { boot } from '../../lib/boot.ts';
import { CallError, refused } from '../../lib/call-error.ts';
import { upload } from '../../lib/upload.ts';
import { makeAttemptKeys, type HandInContent } from './attempt-key.ts';
import { pause, waitBeforeNext } from './next-attempt.ts';

export type HandInCall = 'uploadWeek' | 'uploadProject' | 'uploadViva';
export type HandedIn = Awaited<ReturnType<typeof upload<HandInCall>>>;

export type HandInState = {
  /** `waiting`: it failed for a reason that passes, and will be sent again by itself. */
  phase: 'editing' | 'sending' | 'waiting';
  /** How much has left, from 0 to 1. */
  share: number;
  /** Why the last attempt failed. */
  failure: CallError | null;
};

const editing: HandInState = { phase: 'editing', share: 0, failure: null };

/** After the last byte has left nobody here knows whether it has arrived. */
function cancelled(share: number): CallError {
  const words =
    share < 1
      ? 'The upload was cancelled. Nothing was handed in.'
      : 'Cancelled, but it may have arrived already: please look at what is handed in so far.';
  return new CallError(0, 'cancelled', words);
}

/** A file may be changed, moved or unplugged after it was picked; browsers then report a failed network. */
async function ensureReadable(file: File | null): Promise<void> {
  try {
    await file?.slice(0, 1).arrayBuffer();
  } catch {
    throw new CallError(0, 'file_gone', 'The file has changed or is no longer there. Please pick it again.');
  }
}

/** A refusal of a large file can cut the line before its words arrive. */
function explain(error: unknown, { file }: HandInContent): CallError {
  if (!(error instanceof CallError))
    return new CallError(0, 'failed', 'Something went wrong. Please try again.');
  if (error.code !== 'offline' || file === null || file.size <= boot.maxUploadBytes) return error;
  return new CallError(
    413,
    'too_large',
    `A file can have at most ${Math.floor(boot.maxUploadBytes / 1024 / 1024)} MB.`,
  );
}

/** Sends hand-ins, again by itself while the network or the server is away, each at most once on the server. */
export function useHandIn(name: HandInCall, s_id: string, onReceipt: (answer: HandedIn) => void) {
  const [state, setState] = useState(editing);
  const [keys] = useState(makeAttemptKeys);
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  async function send(content: HandInContent): Promise<void> {
    run.current?.abort();
    const { signal } = (run.current = new AbortController());
    for (let attempt = 0; ; attempt++) {
      setState(({ failure }) => ({ phase: 'sending', share: 0, failure: attempt === 0 ? null : failure }));
      try {
        await ensureReadable(content.file);
        const answer = await upload(name, {
          ...content,
          params: { s_id },
          idempotencyKey: keys.keyOf(content),
          onProgress: (share) => !signal.aborted && setState((now) => ({ ...now, share })),
          signal,
        });
        // Success is the receipt and nothing else.
        if (!answer?.receipt) throw refused(0, undefined);
        keys.forget();
        setState(editing);
        onReceipt(answer);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const failure = explain(error, content);
        const wait = waitBeforeNext(failure, attempt);
        setState({ phase: wait === null ? 'editing' : 'waiting', share: 0, failure });
        if (wait === null) return;
        await pause(wait, signal);
        if (signal.aborted) return;
      }
    }
  }

  /** Ends what is under way; what was typed and picked stays. */
  function stop(): void {
    run.current?.abort();
    const failure = state.phase === 'sending' ? cancelled(state.share) : state.failure;
    setState({ ...editing, failure });
  }

  return { state, send, stop };
}
