import { useRef, useState } from 'react';
import { errorMessage } from './calls/call-error.ts';

/**
 * Something that is read at a click, one at a time. What changes something is a form.
 * @param load @throws CallError
 */
export function useRead<Parameters extends unknown[], Found>(
  load: (...of: Parameters) => Found | Promise<Found>,
) {
  const [found, setFound] = useState<Found | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // State would lag behind a double click.
  const isRunning = useRef(false);
  /** @returns whether it was read; false while another is */
  async function read(...of: Parameters): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      setFound(await load(...of));
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return {
    /** What was read last; null before that. */
    found,
    isBusy,
    error,
    /** Why the last one could not be read, in words; null before that. */
    failure: error === null ? null : errorMessage(error),
    read,
  };
}
