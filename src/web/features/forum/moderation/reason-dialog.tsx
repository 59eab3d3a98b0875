import { useState, type ComponentProps, type ReactNode } from 'react';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/idempotency-key.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { DiscussionError } from '../discussion-states.tsx';

type Asked = {
  title: string;
  /** The effect, and who reads the reason. */
  children: ReactNode;
  confirm: string;
  isDangerous?: boolean;
  isReasonOptional?: boolean;
  /** In characters. */
  maxLength: number;
  /** Rejects with the message to show. */
  onConfirm: (reason: string, idempotencyKey: string) => Promise<void>;
};

/** A cancelled dialog keeps the text. */
export function ReasonButton({
  button,
  onConfirm,
  ...asked
}: Asked & { button: Omit<ComponentProps<typeof Button>, 'onClick'> }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <>
      <Button
        variant="quiet"
        small
        {...button}
        onClick={() => setOpen(button['aria-disabled'] === undefined)}
      />
      {isOpen && (
        <ReasonDialog
          {...asked}
          reason={reason}
          onReason={setReason}
          onConfirm={async (typed, key) => {
            await onConfirm(typed, key);
            setReason('');
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function ReasonDialog({
  title,
  children,
  confirm,
  isDangerous = false,
  isReasonOptional = false,
  maxLength,
  reason,
  onReason,
  onConfirm,
  onClose,
}: Asked & { reason: string; onReason: (reason: string) => void; onClose: () => void }) {
  const [isMissing, setMissing] = useState(false);
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  const typed = reason.trim();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            busy={isBusy}
            onClick={() => {
              const lacks = !isReasonOptional && typed === '';
              setMissing(lacks);
              if (!lacks) void run(() => onConfirm(typed, keyOf(typed)));
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <p>{children}</p>
        <TextArea
          label={isReasonOptional ? 'Reason (optional)' : 'Reason'}
          rows={2}
          maxLength={maxLength}
          value={reason}
          error={isMissing && typed === '' && 'Say why, in a few words.'}
          onChange={({ target }) => onReason(target.value)}
        />
        <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
      </Stack>
    </Dialog>
  );
}
