import styles from './composer-help.module.css';

/** Help for the composer: who reads along, keys, links, drafts. */
export function ComposerHelp() {
  return (
    <aside className={styles['help']}>
      <h2 className={styles['heading']}>How it works</h2>
      <ul className={styles['list']}>
        <li>The whole batch and its mentors read along.</li>
        <li>
          <kbd>Enter</kbd> sends a comment, <kbd>Shift</kbd> + <kbd>Enter</kbd> starts a new line.
        </li>
        <li>
          Addresses that begin with <code>https://</code> become links; everything else stays as you type it.
        </li>
        <li>What you type is kept on this device until it is sent.</li>
      </ul>
    </aside>
  );
}
