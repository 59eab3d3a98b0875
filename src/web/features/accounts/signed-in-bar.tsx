import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Student } from '#contract/accounts';
import { homeOf } from '#contract/screens';
import { signOut } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import styles from './signed-in-bar.module.css';

/** Who is signed in, the way home, and Logout, which ends the session and leads to Home (specification, section 2, Login). */
export function SignedInBar({
  student,
  onTrouble,
}: {
  student: Student;
  onTrouble: (error: unknown) => void;
}) {
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
    <>
      <ButtonLink to={homeOf(student)} variant="quiet" small>
        {student.role === 'student' ? 'Dashboard' : 'Forum'}
      </ButtonLink>
      <ButtonLink to="/account" variant="quiet" small className={styles['name']} title="Your account">
        {student.s_name}
      </ButtonLink>
      <Button variant="secondary" small busy={isLeaving} onClick={() => void leave()}>
        Logout
      </Button>
    </>
  );
}
