import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';

/** Ends the session and leads to Home, as the bar's Logout does. */
export function LeaveButton({ onTrouble }: { onTrouble: (error: unknown) => void }) {
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
  return (
    <Button variant="secondary" busy={isLeaving} onClick={() => void leave()}>
      Log out
    </Button>
  );
}
