import styles from './favorite-toggle.module.css';

export function FavoriteToggle({
  isFavorite,
  onToggle,
}: {
  isFavorite: boolean;
  onToggle: (next: boolean) => void;
}) {
  return (
    <button
      type="button"
      className={styles['toggle']}
      aria-pressed={isFavorite}
      onClick={() => onToggle(!isFavorite)}
    >
      <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
        <path
          d="m10 2.2 2.4 4.9 5.4.8-3.900 3.800.900 5.400L10 14.500l-4.800 2.600.900-5.400-3.900-3.800 5.400-.800z"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
      Favorite
    </button>
  );
}
