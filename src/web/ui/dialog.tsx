import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

/**
 * Mount it to open it. The browser traps the focus and reports Escape; on unmount the focus returns to the
 * opener. `role="alertdialog"` for what must be read before going on.
 */
export function Dialog({
  title,
  role = 'dialog',
  onClose,
  actions,
  children,
}: {
  title: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** Called on Escape; unmount the dialog then. */
  onClose: () => void;
  actions: ReactNode;
  children?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles['dialog']}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}title`} className={styles['title']}>
        {title}
      </h2>
      <div id={`${id}text`}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </dialog>
  );
}

export function AlertDialog({
  title,
  onClose,
  children,
}: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={onClose}
      actions={<Button onClick={onClose}>OK</Button>}
    >
      <div role="alert">{children}</div>
    </Dialog>
  );
}
