import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { thisDevice } from './this-device.ts';

/**
 * Says why something that was pressed has not gone yet, and that it goes without anybody's doing, which is no error; a
 * fault of the portal's own is one all the same.
 */
export function WaitsNotice({
  reason,
  isFault,
  isKept,
  children,
}: {
  reason: string;
  isFault: boolean;
  /** Whether it goes although the page is left. */
  isKept: boolean;
  /** What can be done meanwhile. */
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
