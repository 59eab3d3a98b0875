import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { hasDrafts, removeDrafts } from '../../lib/drafts.ts';
import { signOut } from '../../lib/session.ts';
import { LogoutDialog } from './logout-dialog.tsx';

/**
 * Ends the session and leads to Home (specification, section 2, Login); a failure is told to `onTrouble`. Who has
 * something unsent on the device is asked first what becomes of it: `question` stands in the page for that.
 */
export function useLogOut(onTrouble: (error: unknown) => void): {
  isLeaving: boolean;
  leave: () => void;
  question: ReactNode;
} {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const go = async (keepsDrafts: boolean) => {
    setAsking(false);
    setLeaving(true);
    try {
      await signOut();
      if (!keepsDrafts) await removeDrafts();
      await navigate('/');
    } catch (error) {
      setLeaving(false);
      onTrouble(error);
    }
  };
  const question = isAsking && (
    <LogoutDialog
      onKeep={() => void go(true)}
      onRemove={() => void go(false)}
      onClose={() => setAsking(false)}
    />
  );
  return { isLeaving, leave: () => (hasDrafts() ? setAsking(true) : void go(true)), question };
}
