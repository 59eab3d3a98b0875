import styles from './text.module.css';

export function ChangedWords({
  pieces,
}: {
  pieces: readonly { kind: 'same' | 'added' | 'removed'; text: string }[];
}) {
  return (
    <p className={styles['words']}>
      {pieces.map(({ kind, text }, i) =>
        kind === 'added' ? (
          <ins key={i}>{text}</ins>
        ) : kind === 'removed' ? (
          <del key={i}>{text}</del>
        ) : (
          <span key={i}>{text}</span>
        ),
      )}
    </p>
  );
}
