import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before a logout whether unsent drafts stay on the device. */
export function LogoutDialog({
  waiting,
  onKeep,
  onRemove,
  onClose,
}: {
  /** The number of unsent requests. */
  waiting: number;
  onKeep: () => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title="Keep unsent work?"
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Stay logged in
          </Button>
          <Button variant="danger" onClick={onRemove}>
            Remove
          </Button>
          <Button onClick={onKeep}>Keep</Button>
        </>
      }
    >
      {waiting > 0 && (
        <p>
          {waiting === 1
            ? '1 item is not sent yet. It can only be sent after you log in again.'
            : `${waiting} items are not sent yet. They can only be sent after you log in again.`}
        </p>
      )}
      <p>
        Your unsent text or files can stay on this device until you log in again. Nobody else who logs in here
        can see them. On a shared computer, remove them.
      </p>
    </Dialog>
  );
}
