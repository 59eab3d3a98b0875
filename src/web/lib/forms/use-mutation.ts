import { useRef, useState } from 'react';

/** The state of a mutation, one at a time: whether it is running, and the error of the last one. */
export function useMutation() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // A ref, because state would lag behind a double click.
  const isRunning = useRef(false);
  /** @returns whether the mutation succeeded; false also while another is running */
  async function run(mutation: () => Promise<void>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await mutation();
      return true;
    } catch (error) {
      setError(error);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { isBusy, error, run };
}
