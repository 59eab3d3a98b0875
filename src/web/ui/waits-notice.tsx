import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { thisDevice } from './this-device.ts';

/** Why a request is not sent yet; a warning, or an error if the fault is the portal's. */
export function WaitsNotice({
  reason,
  isFault,
  isKept,
  children,
}: {
  reason: string;
  isFault: boolean;
  /** Whether it is sent even if the page is closed. */
  isKept: boolean;
  /** Buttons. */
  children?: ReactNode;
}) {
  return (
    <Notice tone={isFault ? 'error' : 'warning'} title={reason}>
      <p>
        {isKept
          ? `It is saved on ${thisDevice()} and will be sent automatically. You can leave this page.`
          : `It will be sent automatically, but ${thisDevice()} cannot save it: please leave this page open.`}
      </p>
      {children}
    </Notice>
  );
}
