import { useState, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import type { CallFailure } from '../../lib/calls/call-error.ts';
import { loadPart } from '../../lib/calls/load-part.ts';
import { hasDrafts, removeDraftMetadata, removeDrafts } from '../../lib/forms/drafts.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { outboxAtLogout } from '../../lib/session/session-end.ts';
import { signOut } from '../../lib/session/session.ts';
import { within } from '../../lib/session/within.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';

/** Loaded then: public screens have the logout, too. */
async function removePersonalCache(): Promise<void> {
  const { forgetAccount } = await loadPart(() => import('../../lib/offline/personal-cache.ts'));
  await forgetAccount();
}

/**
 * Ends the session and navigates to Home (specification, section 2, Login). With unsent drafts or requests,
 * a dialog first asks whether they stay on the device. Before hydration the button logs out by the account screen's action.
 * @param onError null before it is tried again
 */
export function LogoutForm({
  onError,
  ...button
}: Pick<ComponentProps<typeof Button>, 'variant' | 'small'> & {
  onError: (failure: CallFailure | null) => void;
}) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const unsent = () => outboxAtLogout()?.count() ?? 0;
  const hasUnsent = () => hasDrafts() || unsent() > 0;
  const form = useForm({
    action: '/account',
    isReady({ drafts }) {
      setAsking(drafts === undefined && hasUnsent());
      return drafts !== undefined || !hasUnsent();
    },
    async send({ fields: { drafts } }) {
      onError(null);
      await signOut();
      // The service worker misses the logout of a page that was loaded past it.
      await within(removePersonalCache()).catch(() => undefined);
      if (drafts === 'remove') {
        await outboxAtLogout()?.removeAll();
        await removeDrafts();
      }
      if (!hasUnsent()) removeDraftMetadata();
      outboxAtLogout()?.close();
      await navigate('/');
    },
    onRefused: ({ failure }) => onError(failure),
  });
  return (
    <>
      {/* Twice is as good as once: no key. */}
      <Form form={{ ...form, hidden: {} }}>
        <Button type="submit" {...button} busy={form.isBusy}>
          Logout
        </Button>
      </Form>
      {isAsking && (
        <LogoutDialog
          waiting={unsent()}
          onKeep={() => form.submit({ drafts: 'keep' })}
          onRemove={() => form.submit({ drafts: 'remove' })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
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
