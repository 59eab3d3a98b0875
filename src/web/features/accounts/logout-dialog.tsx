import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before a logout whether unsent drafts stay on the device. */
export function LogoutDialog({
  waiting,
  onKeep,
  onRemove,
  onClose,
}: {
  /** How much was pressed, and has not gone yet. */
  waiting: number;
  onKeep: () => void;
  onRemove: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title="Keep what you have not sent?"
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Stay logged in
          </Button>
          <Button variant="danger" onClick={onRemove}>
            Remove it
          </Button>
          <Button onClick={onKeep}>Keep it</Button>
        </>
      }
    >
      {waiting > 0 && (
        <p>
          {`${waiting === 1 ? 'One thing that you have sent is' : `${waiting} things that you have sent are`} still on this device and will only go once you have logged in again.`}
        </p>
      )}
      <p>
        Something that you typed or picked has not been sent. It can stay on this device until you log in
        again; nobody else who logs in here sees it. On a computer that you share, remove it.
      </p>
    </Dialog>
  );
}
