import styles from './composer-help.module.css';

/** What one need not find out by trying. */
export function ComposerHelp() {
  return (
    <aside className={styles['how']}>
      <h2 className={styles['heading']}>How it works</h2>
      <ul className={styles['list']}>
        <li>The whole batch and its mentors read along.</li>
        <li>
          <kbd>Enter</kbd> sends a comment, <kbd>Shift</kbd> + <kbd>Enter</kbd> starts a new line.
        </li>
        <li>Web addresses become links; everything else stays as you type it.</li>
        <li>What you type is kept on this device until it is sent.</li>
      </ul>
    </aside>
  );
}
