import styles from './save-status-note.module.css';

const texts = {
  nothing: '',
  saving: 'Saving on this device…',
  saved: 'Saved on this device',
  failed: 'This device cannot save it: please send it before you leave this page.',
};

/** Reserves its room, so that nothing moves while typing. */
export function SaveStatusNote({ status }: { status: keyof typeof texts }) {
  return (
    <p className={styles['note']} data-status={status}>
      {texts[status]}
    </p>
  );
}
