import { useState } from 'react';
import { errorMessage } from '../../lib/calls/client.ts';
import { Button } from '../../ui/button.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Receipts } from './use-receipts.ts';

/** Loads older receipts than those on the screen. */
export function OlderReceipts({ receipts }: { receipts: Receipts }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function show(): Promise<void> {
    setBusy(true);
    setError(null);
    await receipts.showOlder().catch(setError);
    setBusy(false);
  }
  return (
    <>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      <div>
        <Button variant="secondary" small busy={isBusy} onClick={() => void show()}>
          Show older versions
        </Button>
      </div>
    </>
  );
}
