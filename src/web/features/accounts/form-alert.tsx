import { useEffect, useRef, type ReactNode } from 'react';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { FormErrors } from './use-form-errors.ts';

/** A form's first error, in red above its button; `children` are its other messages. */
export function FormAlert({
  id,
  errors: { message, presses },
  children,
}: {
  /** For the `errorId` of a field. */
  id?: string;
  errors: FormErrors;
  children?: ReactNode;
}) {
  const alert = useRef<HTMLDivElement>(null);
  // If fields show no error of their own, the message is scrolled into view.
  useEffect(() => {
    if (id !== undefined && presses > 0) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [id, presses]);
  return (
    <MessageRoom>
      {message !== null && (
        // A new key announces an equal message again.
        <Notice key={presses} ref={alert} tone="error" {...(id !== undefined && { id })}>
          {message}
        </Notice>
      )}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
    </MessageRoom>
  );
}
