import styles from './rule-sentences.module.css';

/** The rule in plain words. */
export function RuleSentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className={styles['sentences']}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
