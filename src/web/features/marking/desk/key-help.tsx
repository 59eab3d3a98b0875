import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
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

/** A second click must not confirm what has just appeared. */
const readingMs = 500;

/**
 * Ctrl+Enter (⌘ on a Mac), also in fields, but not while a dialog is open.
 * @param confirm replaces `goOn` while a notice asks for confirmation
 * @param goOn `release` with Shift
 */
export function useGoOnKeys(confirm: (() => void) | null, goOn: (release: boolean) => void): void {
  const isAsking = confirm !== null;
  const askedAt = useRef(0);
  useEffect(() => {
    if (isAsking) askedAt.current = performance.now();
  }, [isAsking]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing)
      return;
    if (document.querySelector('dialog[open]') !== null) return;
    // Else a field submits its form.
    event.preventDefault();
    if (event.repeat) return;
    if (confirm === null) goOn(event.shiftKey);
    else if (performance.now() - askedAt.current > readingMs) confirm();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
