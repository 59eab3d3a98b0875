import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { hasDrafts, removeDrafts } from '../../lib/drafts.ts';
import { signOut } from '../../lib/session.ts';
import { LogoutDialog } from './logout-dialog.tsx';

/**
 * Ends the session and navigates to Home (specification, section 2, Login). With unsent drafts it asks first whether they
 * stay on the device: render `dialog` for that.
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
      if (!keepsDrafts) await removeDrafts();
      await navigate('/');
    } catch (error) {
      setLoggingOut(false);
      onError(error);
    }
  };
  const dialog = isAsking && (
    <LogoutDialog
      onKeep={() => void endSession(true)}
      onRemove={() => void endSession(false)}
      onClose={() => setAsking(false)}
    />
  );
  return { isLoggingOut, logOut: () => (hasDrafts() ? setAsking(true) : void endSession(true)), dialog };
}
