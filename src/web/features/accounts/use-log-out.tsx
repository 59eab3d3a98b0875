import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { hasDrafts, removeDrafts } from '../../lib/forms/drafts.ts';
import { outboxAtLogout } from '../../lib/session/session-end.ts';
import { signOut } from '../../lib/session/session.ts';
import { LogoutDialog } from './logout-dialog.tsx';

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
  const endSession = async (keepsDrafts: boolean) => {
    setAsking(false);
    setLoggingOut(true);
    try {
      await signOut();
      if (!keepsDrafts) {
        await outboxAtLogout().removeAll();
        await removeDrafts();
      }
      outboxAtLogout().close();
      await navigate('/');
    } catch (error) {
      setLoggingOut(false);
      onError(error);
    }
  };
  const dialog = isAsking && (
    <LogoutDialog
      waiting={outboxAtLogout().count()}
      onKeep={() => void endSession(true)}
      onRemove={() => void endSession(false)}
      onClose={() => setAsking(false)}
    />
  );
  const hasUnsent = () => hasDrafts() || outboxAtLogout().count() > 0;
  return { isLoggingOut, logOut: () => (hasUnsent() ? setAsking(true) : void endSession(true)), dialog };
}
