import { useRef, useState } from 'react';
import type { Send } from './send-again.ts';
import { useSend } from './use-send.ts';

/**
 * The state of a mutation, one at a time: whether it is running, and the error of the last one. What it sends by `send` is
 * sent again while the portal is away; `waiting` then tells why, and `stop` ends it.
 */
export function useMutation() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { send, waiting, stop } = useSend();
  // A ref, because state would lag behind a double click.
  const isRunning = useRef(false);
  /** @returns whether the mutation succeeded; false also while another is running */
  async function run(mutation: (send: Send) => Promise<void>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await mutation(send);
      return true;
    } catch (error) {
      setError(error);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { isBusy, error, run, waiting, stop };
}
