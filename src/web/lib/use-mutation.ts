import { useRef, useState } from 'react';

/** One act at a time: whether it is under way, and why the last one failed. */
export function useMutation() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // State would lag behind a double press.
  const isRunning = useRef(false);
  /** @returns whether the act succeeded; false also while another is under way */
  async function run(act: () => Promise<void>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await act();
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
