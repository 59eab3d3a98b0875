import { useMemo, useState } from 'react';
import { useKeyShortcuts, useKeyShortcutsOn } from '../../../lib/use-key-shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import styles from './desk.module.css';

export type KeyLine = readonly [keys: string, does: string];

/** With the switch for single-key shortcuts (`?` opens it). */
export function KeyHelp({ keys }: { keys: readonly KeyLine[] }) {
  const [isOn, set] = useKeyShortcutsOn();
  const [isOpen, setOpen] = useState(false);
  const shortcuts = useMemo(() => ({ '?': () => setOpen(true) }), []);
  useKeyShortcuts(shortcuts);
  const close = () => setOpen(false);
  return (
    <div className={styles['help']} data-needs-script>
      <Button
        variant="quiet"
        small
        aria-label="Shortcuts"
        title="Shortcuts"
        aria-keyshortcuts="?"
        onClick={() => setOpen(true)}
      >
        ?
      </Button>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={close} actions={<Button onClick={close}>Close</Button>}>
          <dl className={styles['keys']}>
            {[...keys, ['?', 'This list'] as const].map(([pressed, does]) => (
              <div key={pressed}>
                <dt>
                  {pressed.split(' ').map((key) => (
                    <kbd key={key} className={styles['key']}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <Checkbox
            label="Use single-key shortcuts"
            hint="Turn off if you use voice control or hit keys by accident. Ctrl shortcuts always work."
            checked={isOn}
            onChange={({ target }) => set(target.checked)}
          />
        </Dialog>
      )}
    </div>
  );
}
