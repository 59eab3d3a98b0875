import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorMessage } from '../../../lib/calls/client.ts';
import { newIdempotencyKey } from '../../../lib/forms/idempotency-key.ts';

/** `id` once it is sent, `sent` its share meanwhile, `error` why it was not. */
type SentFile = { file: File | null; id: string | null; sent: number | null; error: string | undefined };

const none: SentFile = { file: null, id: null, sent: null, error: undefined };

/** One optional file of a form, which its submit sends first. */
export function useSentFile(s_id: string) {
  const [state, setState] = useState(none);
  const key = useRef('');
  const set = (fields: Partial<SentFile>) => setState((before) => ({ ...before, ...fields }));

  function pick(file: File | null): void {
    key.current = newIdempotencyKey();
    setState({ ...none, file });
  }

  /** @returns whether the form can follow, with its `id` */
  async function send(file: File): Promise<boolean> {
    set({ sent: 0, error: undefined });
    try {
      const [{ upload }, { refusalOf }] = await Promise.all([
        import('../../../lib/calls/upload.ts'),
        import('./attach-work.ts'),
      ]);
      const refusal = refusalOf(file);
      if (refusal !== null) {
        set({ sent: null, error: refusal.words });
        return false;
      }
      const onProgress = (sent: number) => set({ sent });
      const options = { params: { s_id }, fields: {}, idempotencyKey: key.current, onProgress };
      const { id } = await upload('attachFile', { ...options, file });
      flushSync(() => set({ sent: null, id }));
      return true;
    } catch (error) {
      set({ sent: null, error: errorMessage(error) });
      return false;
    }
  }
  return { ...state, isBusy: state.sent !== null, pick, send };
}
