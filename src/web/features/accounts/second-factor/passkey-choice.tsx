import { Button } from '../../../ui/button.tsx';
import styles from './passkey-choice.module.css';

/** The passkey, above the code field. Needs a script. */
export function PasskeyChoice({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  return (
    <div className={styles['choice']}>
      <Button wide busy={isBusy} onClick={onPress}>
        Use your passkey
      </Button>
      <p className={styles['or']}>or</p>
    </div>
  );
}
