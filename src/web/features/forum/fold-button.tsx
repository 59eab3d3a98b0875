import { focusInPlace } from '../../lib/focus-in-place.ts';
import styles from './fold-button.module.css';

export function FoldButton({
  isHidden,
  takesFocus,
  onFold,
}: {
  isHidden: boolean;
  takesFocus: boolean;
  onFold: () => void;
}) {
  return (
    <button
      ref={takesFocus ? focusInPlace : null}
      type="button"
      hidden={isHidden}
      className={styles['fold']}
      aria-expanded
      onClick={onFold}
    >
      <span className="visually-hidden">Fold this question</span>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path
          d="m5 12.5 5-5 5 5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
