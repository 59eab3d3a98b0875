import type { ReactNode } from 'react';
import { waitingReason, type CallFailure } from '../../lib/calls/call-error.ts';
import { logInAgain } from '../../lib/outbox/outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Why a request waits: a warning, or an error after the session has ended or if the fault is the portal's. */
export function WaitsNotice({
  failure,
  isKept,
  what,
  children,
}: {
  failure: CallFailure;
  /** Sent even if the page is closed. */
  isKept: boolean;
  what: 'work' | 'mark' | 'post' | 'request' | 'change';
  children?: ReactNode;
}) {
  if (failure.status === 401)
    return (
      <Notice tone="error" title={failure.message}>
        <p>{`Your ${what} is not sent yet and will be sent after you log in.`}</p>
        <Row gap={2}>
          <Button variant="secondary" small onClick={() => void logInAgain()}>
            Log in again
          </Button>
          {children}
        </Row>
      </Notice>
    );
  const { reason, isFault } = waitingReason(failure);
  return (
    <Notice tone={isFault ? 'error' : 'warning'} title={reason}>
      <p>
        {isKept
          ? `Your ${what} is saved on this device and will be sent automatically. You can leave this page.`
          : `Your ${what} will be sent automatically, but this device cannot save it. Please leave this page open.`}
      </p>
      {children}
    </Notice>
  );
}
