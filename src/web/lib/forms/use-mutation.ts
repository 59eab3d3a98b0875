import { useRef, useState } from 'react';

/** One at a time. */
export function useMutation() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // State would lag behind a double click.
  const isRunning = useRef(false);
  /** @returns whether it succeeded; false while another is running */
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
