import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { hasDrafts, removeDraftMetadata, removeDrafts } from '../../lib/forms/drafts.ts';
import { outboxAtLogout } from '../../lib/session/session-end.ts';
import { signOut } from '../../lib/session/session.ts';
import { within } from '../../lib/session/within.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Loaded then: public screens have the logout, too. */
async function removePersonalCache(): Promise<void> {
  const { forgetAccount } = await import('../../lib/offline/personal-cache.ts');
  await forgetAccount();
}

/**
 * Ends the session and navigates to Home (specification, section 2, Login). With unsent drafts or requests,
 * `dialog` first asks whether they stay on the device.
 */
export function useLogOut(onError: (error: unknown) => void): {
  isLoggingOut: boolean;
  logOut: () => void;
  dialog: ReactNode;
} {
  const navigate = useNavigate();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const unsent = () => outboxAtLogout()?.count() ?? 0;
  const hasUnsent = () => hasDrafts() || unsent() > 0;
  const endSession = async (keepsDrafts: boolean) => {
    setAsking(false);
    setLoggingOut(true);
    try {
      await signOut();
      // The service worker misses the logout of a page that was loaded past it.
      await within(removePersonalCache()).catch(() => undefined);
      if (!keepsDrafts) {
        await outboxAtLogout()?.removeAll();
        await removeDrafts();
      }
      if (!hasUnsent()) removeDraftMetadata();
      outboxAtLogout()?.close();
      await navigate('/');
    } catch (error) {
      setLoggingOut(false);
      onError(error);
    }
  };
  const dialog = isAsking && (
    <LogoutDialog
      waiting={unsent()}
      onKeep={() => void endSession(true)}
      onRemove={() => void endSession(false)}
      onClose={() => setAsking(false)}
    />
  );
  return { isLoggingOut, logOut: () => (hasUnsent() ? setAsking(true) : void endSession(true)), dialog };
}

/** Before hydration the button logs out by the account screen's action. */
export function LogoutForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      method="post"
      action="/account"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

function LogoutDialog({
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
