import { useEffect, useRef, useState } from 'react';
import type { CallError, CallFailure } from './call-error.ts';
import { sendAgain, type Attempt } from './send-again.ts';

/** Sends what is safe to repeat, again while the portal is away, and tells why it waits. */
export function useSend(mayPass?: (failure: CallError) => boolean) {
  const [waiting, setWaiting] = useState<CallFailure | null>(null);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  return {
    /** Why it is not sent yet, while it is tried again. */
    waiting,
    /** @throws what the last attempt threw, also after `stop` */
    async send<T>(attempt: Attempt<T>): Promise<T> {
      const { signal } = (sending.current = new AbortController());
      try {
        return await sendAgain(attempt, { signal, onWait: setWaiting, ...(mayPass && { mayPass }) });
      } finally {
        setWaiting(null);
      }
    },
    /** Ends the waiting: what was sent last counts as failed. */
    stop: () => sending.current?.abort(),
  };
}
