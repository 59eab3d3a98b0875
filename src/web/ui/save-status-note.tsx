import styles from './save-status-note.module.css';

const words = {
  saving: 'Saving on this device…',
  saved: 'Saved on this device',
  failed: 'This device cannot keep it: please send it before you leave this page.',
};

/** Whether what was typed is safe where it was typed. It stands beside the button that sends and keeps its room, so that nothing moves while one types. */
export function SaveStatusNote({ kept }: { kept: 'nothing' | keyof typeof words }) {
  return (
    <p className={styles['note']} data-kept={kept}>
      {kept === 'nothing' ? '' : words[kept]}
    </p>
  );
}
