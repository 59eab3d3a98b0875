import { useKeyShortcutsOn } from '../../lib/use-key-shortcuts.ts';
import { Checkbox } from '../../ui/field.tsx';
import styles from './key-help.module.css';

/** Which single keys do something here, and the switch that turns them off on this device. */
export function KeyHelp({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  const [isOn, set] = useKeyShortcutsOn();
  return (
    <div className={styles['help']} data-needs-script>
      <Checkbox
        label={
          <>
            Keys:{' '}
            {keys.map(([key, does], index) => (
              <span key={key}>
                {index > 0 && ', '}
                <kbd className={styles['key']}>{key}</kbd> {does}
              </span>
            ))}
          </>
        }
        checked={isOn}
        onChange={({ target }) => set(target.checked)}
      />
    </div>
  );
}
