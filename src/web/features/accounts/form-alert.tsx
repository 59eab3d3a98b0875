import type { ReactNode } from 'react';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { FormErrors } from './use-form-errors.ts';

/** The first error of a form, in red above its button; `children` are its other messages, in the same room. */
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
  return (
    <MessageRoom>
      {message !== null && (
        // A new key each time, so that the same message is announced again.
        <Notice key={presses} tone="error" {...(id !== undefined && { id })}>
          {message}
        </Notice>
      )}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
    </MessageRoom>
  );
}
