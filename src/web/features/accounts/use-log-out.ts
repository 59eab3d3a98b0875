import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '../../lib/session.ts';

/** Ends the session and leads to Home (specification, section 2, Login); a failure is told to `onTrouble`. */
export function useLogOut(onTrouble: (error: unknown) => void): { isLeaving: boolean; leave: () => void } {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await signOut();
      await navigate('/');
    } catch (error) {
      setLeaving(false);
      onTrouble(error);
    }
  };
  return { isLeaving, leave: () => void leave() };
}
