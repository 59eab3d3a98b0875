import styles from './composer-help.module.css';

export function ComposerHelp() {
  return (
    <aside className={styles['help']}>
      <h2 className={styles['heading']}>How it works</h2>
      <ul className={styles['list']}>
        <li>Your whole batch and its mentors can read this.</li>
        <li>
          <kbd>Enter</kbd> sends a comment, <kbd>Shift</kbd> + <kbd>Enter</kbd> starts a new line.
        </li>
        <li>
          <code>**strong**</code>, <code>*emphasis*</code>, <code>- list</code>,{' '}
          <code>[link](https://…)</code>, <code>`code`</code>, and a program between lines of{' '}
          <code>```js</code> and <code>```</code>.
        </li>
        <li>
          <b>Attach</b>, paste or drop a picture or a log to add it to your text.
        </li>
        <li>
          <b>Preview</b> shows how it will look.
        </li>
        <li>Your text is saved on this device until it is sent.</li>
      </ul>
    </aside>
  );
}
