import { useState, type ComponentProps, type ReactNode } from 'react';
import { refuseInvalid } from '../../../lib/forms/form-action.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
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
  const form = useForm({
    keepsFields: true,
    async send({ key }) {
      const typed = reason.trim();
      const lacks = !isReasonOptional && typed === '';
      refuseInvalid(lacks ? { field: 'reason', message: 'Say why, in a few words.' } : null);
      await onConfirm(typed, key);
    },
  });
  /** Of a post that was edited meanwhile. */
  const current = form.refused?.current as { text: string } | undefined;
  return (
    <FormDialog
      title={title}
      form={form}
      button={confirm}
      variant={isDangerous ? 'danger' : 'primary'}
      onClose={onClose}
      noValidate
    >
      <Stack gap={3}>
        <p>{children}</p>
        <TextArea
          label={isReasonOptional ? 'Reason (optional)' : 'Reason'}
          name="reason"
          rows={2}
          maxLength={maxLength}
          value={reason}
          error={form.errorAt('reason')}
          onChange={({ target }) => onReason(target.value)}
        />
        <MessageRoom>{form.refusal !== undefined && <DiscussionError error={form.refusal} />}</MessageRoom>
        {current !== undefined && !form.isBusy && <blockquote>{current.text}</blockquote>}
      </Stack>
    </FormDialog>
  );
}
